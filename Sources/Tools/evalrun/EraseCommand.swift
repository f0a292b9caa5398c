import ArgumentParser
import Diagnostics
import ResultsStore
import SessionEngine

struct EraseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract:
            "Erase a participant's rows, workspaces and log for good. Only a record of the erasure is "
            + "kept. It contains the participant's code, which cannot be used again."
    )

    @OptionGroup var who: ParticipantOptions
    @Option(help: "The folder of an earlier report to mark as stale. The option can be repeated.")
    var report: [String] = []
    @OptionGroup var confirmation: ConfirmationOptions

    func run() async throws {
        let participant = who.participant
        try who.amendments().requireSomethingToErase(reports: report)
        try confirmation.confirm(
            "erasing cannot be undone",
            participant,
            "erase the data",
            nothing: "erased"
        )
        let erasure = try who.amendments().erase(
            reports: report,
            cache: Resources.find(environment: processEnvironment).cache
        )
        let sessions = counted(erasure.sessions, "session")
        let events = erasure.events.map { counted($0, "event") }
        say(
            "erased \(participant): \(sessions), "
                + (events ?? "deleted by an earlier erasure that this command finished")
        )
        sayStale(erasure.staleReports)
        say(
            "The results file no longer contains data of \(participant); delete backups and "
                + "exports yourself."
        )
        if erasure.isSynchronised { sayHubHasData(of: erasure.otherLabs) }
    }

    /// Prints the commands that erase the data at the hub.
    ///
    /// - Parameter labs: other labs that had recorded some of the erased sessions. Each of these
    ///   labs must itself erase its sessions at the hub.
    private func sayHubHasData(of labs: [String]) {
        let code = who.participant.split(separator: "/").last.map(String.init) ?? who.participant
        for lab in labs {
            say(
                "If the hub has these data, only the lab \(lab) can erase them there, with: "
                    + "\(EvalrunCommand(["erase", code]).line), then evalrun sync"
            )
        }
        if labs.isEmpty {
            let sync = EvalrunCommand(["sync", "URL"], results: who.results.results)
            say(
                "If these data were pushed, they stay at the hub, and in files that pulled them, "
                    + "until you run: \(sync.line)"
            )
        }
    }
}
