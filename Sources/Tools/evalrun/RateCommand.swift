import ArgumentParser
import Diagnostics
import FrontEnd
import SessionEngine

struct RateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rate",
        abstract: "Assign codes to a recorded session as a second rater; the report shows the "
            + "agreement."
    )

    @Option(help: "The rater's code, such as B; no names.")
    var rater: String
    @Option(help: "The participant's code.")
    var participant: String
    @Flag(help: "Hide task outcomes, and show only the times of the facilitator's marks.")
    var blind = false
    @OptionGroup var results: ResultsOptions

    func run() async throws {
        let runner = try RatingRunner(
            results: results.results,
            participant: participant,
            rater: rater,
            isBlind: blind
        )
        let interface = try Interface(processEnvironment)
        let last = try await runner.run { await interface.run($0, keys: $1, clock: $2) }
        guard let last else {
            throw DiagnosticError(
                "terminal-gone",
                "the terminal was closed; every confirmed code is recorded",
                fix: "continue with the same command",
                status: .tryAgain
            )
        }
        try finish(last, last.over)
    }
}
