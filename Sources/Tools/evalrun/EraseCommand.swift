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
            "The results file no longer contains data of \(participant). Delete these yourself: "
                + "backups, exports, recordings, subtitles, and the copies of workspaces in the folder "
                + "~/.cache/evalrun/checks of other accounts and machines."
        )
        let labs = erasure.otherLabs
        who.sayElsewhere("erase", change: "erase them", otherLabs: labs)
        if labs != nil {
            say(
                "To list the accounts that have not confirmed the erasure, and the commands for the "
                    + "server's files, the administrator of the hub runs: "
                    + "\(EvalrunCommand(["hub", "erasures", "URL"]).line)"
            )
        }
    }
}

extension ParticipantOptions {
    /// Prints where the participant's sessions may still be unchanged, and the commands that change
    /// them there.
    ///
    /// - Parameters:
    ///   - command: the command that changed the sessions in the results file.
    ///   - change: the change at the hub, such as `erase them`.
    ///   - labs: other labs that recorded some of the sessions. Each of these labs must itself
    ///     change its sessions at the hub. Nil if no hub has the sessions.
    func sayElsewhere(_ command: String, change: String, otherLabs labs: [String]?) {
        let other = EvalrunCommand([command, participant], results: "FILE")
        say(
            "If these sessions were merged from or into another results file, also run, with the "
                + "code that they have there: \(other.line)"
        )
        guard let labs else { return }
        let code = participant.split(separator: "/").last.map(String.init) ?? participant
        for lab in labs {
            say(
                "If the hub has these data, only the lab \(lab) can \(change) there, with: "
                    + "\(EvalrunCommand([command, code]).line), then evalrun sync"
            )
        }
        if labs.isEmpty {
            let sync = EvalrunCommand(["sync", "URL"], results: results.results)
            say("If these data were pushed, nothing changes at the hub until you run: \(sync.line)")
        }
        say("Each file that pulled these data stays as it is until it is synchronised too.")
    }
}
