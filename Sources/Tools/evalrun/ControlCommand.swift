import ArgumentParser
import Diagnostics
import SessionEngine

struct ControlCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "control",
        abstract:
            "The facilitator's screen and keys, while the participant has the session's terminal."
    )

    @Argument(help: "The participant's code.")
    var participant: String
    @OptionGroup var results: ResultsOptions

    func run() async throws {
        let last = try await ControlTerminal(
            participant: participant,
            results: results.results,
            environment: processEnvironment
        ).run()
        guard let last, let over = last.over else {
            return say("This screen is closed; the session goes on in its own terminal.")
        }
        say(last.body)
        if let status = over.status { throw ExitCode(status.rawValue) }
    }
}
