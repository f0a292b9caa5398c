import ArgumentParser
import Diagnostics
import SessionEngine

struct RateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rate",
        abstract: "Give a second rater's codes to a recorded session; agreement goes to the report."
    )

    @Option(help: "The rater's code, such as B; no names.")
    var rater: String
    @Option(help: "The participant's code.")
    var participant: String
    @Flag(help: "Hide the words of the facilitator's marks; show their times only.")
    var blind = false
    @OptionGroup var results: ResultsOptions

    func run() async throws {
        let last = try await RatingRunner(
            results: results.results,
            participant: participant,
            rater: rater,
            isBlind: blind,
            environment: processEnvironment
        ).run()
        guard let last else {
            throw DiagnosticError(
                "terminal-gone",
                "the terminal went away; every code confirmed is recorded",
                fix: "go on with the same command",
                status: .tryAgain
            )
        }
        say(last.body)
        if let status = last.over?.status { throw ExitCode(status.rawValue) }
    }
}
