import ArgumentParser
import Diagnostics
import Foundation
import FrontEnd
import ResultsStore
import Room
import SessionEngine
import StudyDefinition

struct ControlCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "control",
        abstract:
            "Control a session from a second terminal, which shows the facilitator's screens and "
            + "keys."
    )

    @Argument(help: "The participant's code; for a session with --room, the facilitator's link.")
    var participant: String
    @OptionGroup var results: ResultsOptions
    @Option(help: "The study; needed only to show the command that starts the session.")
    var study: String?

    func run() async throws {
        let shown = try await screens()
        guard let last = shown, let over = last.over else {
            let isConnected = shown.map { !$0.isOffline } ?? false
            return say(
                isConnected
                    ? "This screen is closed; the session continues in its own terminal."
                    : "This screen is closed; no session was connected."
            )
        }
        try finish(last, over)
    }

    private func screens() async throws(DiagnosticError) -> Screen? {
        if participant.contains("://") {
            return try await RoomControl(
                RoomLink(participant, for: .control),
                environment: processEnvironment
            ).run()
        }
        return try await ControlTerminal(
            participant: participant,
            results: results.results,
            command: command,
            environment: processEnvironment
        ).run()
    }

    /// The command that starts the session. It names the first available of these studies:
    ///
    /// - the study from the option `--study`;
    /// - the study of the participant's last session;
    /// - for a participant without sessions, the study of the last session in the results file;
    /// - the default study.
    ///
    /// Nil in two cases:
    ///
    /// - The study comes from a session, and is not shipped with evalrun. The folder of such a
    ///   study is unknown.
    /// - The study is the default study, which is a shipped study, but folders in the current
    ///   folder contain other studies.
    private var command: String? {
        guard let study = study ?? knownStudy else { return nil }
        return EvalrunCommand(
            ["session", "--participant", participant, "--control"],
            study: study,
            results: results.results
        ).line
    }

    private var defaultStudy: String? {
        let standard = StudyOptions.standard
        return standard == "." || EvalrunCommand.studiesHere.isEmpty ? standard : nil
    }

    private var knownStudy: String? {
        guard let store = try? ResultsStore(path: results.results, access: .read) else {
            return defaultStudy
        }
        defer { store.close() }
        let sessions = (try? store.sessions()) ?? []
        let own = sessions.last { $0.record.start?.participant == participant }
        guard let id = (own ?? sessions.last)?.study else { return defaultStudy }
        let shipped = Resources.find(environment: processEnvironment).studies
        let isShipped = shipped.map {
            FileManager.default.fileExists(atPath: $0.appendingPathComponent(id).path)
        }
        return isShipped == true ? id : nil
    }
}
