import ArgumentParser
import Diagnostics
import Foundation
import ResultsStore

struct MergeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Take over the sessions of another machine's results file; again is harmless."
    )

    @Argument(help: "The other results file; it is only read.")
    var other: String
    @OptionGroup var results: ResultsOptions
    @Option(
        parsing: .upToNextOption,
        help: "Another code for a participant of the other file: P1=P9."
    )
    var rename: [String] = []

    func run() async throws {
        let renaming = try codes()
        let source = try ResultsStore(path: other, access: .read)
        defer { source.close() }
        let store = try ResultsStore(path: results.results, access: .create)
        defer { store.close() }
        let result = try await store.merge(source, renaming: renaming)
        say("added: \(names(result.added))")
        if !result.continued.isEmpty { say("went on: \(names(result.continued))") }
        if !result.known.isEmpty { say("already here: \(names(result.known))") }
        for (study, count) in result.declined.sorted(by: { $0.key < $1.key }) {
            say("declined in \(other), not added: \(count) (study \"\(study)\")")
        }
    }

    private func names(_ codes: [String]) -> String {
        if codes.isEmpty { return "nobody" }
        let shown = codes.prefix(30).joined(separator: ", ")
        return codes.count > 30 ? "\(shown) and \(codes.count - 30) more" : shown
    }

    private func codes() throws -> [String: String] {
        var codes: [String: String] = [:]
        for pair in rename {
            let parts = pair.split(separator: "=", omittingEmptySubsequences: false).map(
                String.init
            )
            guard parts.count == 2, !parts[0].isEmpty else {
                throw ValidationError("--rename takes OLD=NEW, such as P1=P9; not \"\(pair)\"")
            }
            if let problem = ParticipantCode.problem(with: parts[1]) {
                throw DiagnosticError([problem])
            }
            guard codes.updateValue(parts[1], forKey: parts[0]) == nil else {
                throw ValidationError("--rename names \(parts[0]) twice")
            }
        }
        return codes
    }
}
