import ArgumentParser
import Diagnostics
import Foundation
import ResultsStore
import SessionEngine

struct MergeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Add the sessions of other machines' results files; repeating the command "
            + "changes nothing."
    )

    @Argument(help: "The other results files, which are not changed.")
    var others: [String]
    @OptionGroup var results: ResultsOptions
    @Option(
        parsing: .upToNextOption,
        help: """
            Rename a participant of the other file: OLD=NEW, such as P1=P9. Give only one other \
            file, before --rename. A hub that already has the session keeps the old code.
            """
    )
    var rename: [String] = []

    func validate() throws {
        guard rename.isEmpty || others.count == 1 else {
            throw ValidationError(
                "--rename needs a single file; merge the other files in separate commands."
            )
        }
        // `run` reports an invalid code, with advice.
        do { _ = try codes() } catch is DiagnosticError {}
    }

    func run() async throws {
        let codes = try codes()
        let merging = Merging(
            results: results.results,
            cache: Resources.find(environment: processEnvironment).cache
        )
        var isNew = FileKind(at: results.results) == nil
        var failed: [(file: String, error: DiagnosticError)] = []
        var isComplete = true
        for other in others {
            do throws(DiagnosticError) {
                let (result, warnings) = try await merging.merge(other, renaming: codes)
                if isNew { say("new results file: \(results.results)") }
                isNew = false
                if others.count > 1 { say("\(other):") }
                show(result, of: other)
                complain(reasons(of: result.leftOut) + warnings)
                isComplete = isComplete && result.leftOut.isEmpty
            } catch {
                guard others.count > 1 else { throw error }
                // A problem with the results file occurs for every merged file. It is printed once.
                if !failed.contains(where: { $0.error.diagnostics == error.diagnostics }) {
                    complain(error.diagnostics)
                }
                failed.append((other, error))
            }
        }
        if failed.count < others.count {
            complain(try await markReports(afterMergeInto: results.results))
        }
        if let first = failed.first {
            say("not merged: \(names(failed.map(\.file)))")
            throw ExitCode(first.error.status.rawValue)
        }
        if !isComplete { throw ExitCode(ExitStatus.data.rawValue) }
    }

    private func show(_ result: MergeResult, of other: String) {
        say("added: \(names(result.added))")
        if !result.continued.isEmpty { say("sessions with new events: \(names(result.continued))") }
        if !result.known.isEmpty { say("already here: \(names(result.known))") }
        if !result.leftOut.isEmpty {
            say("left out: \(counted(result.leftOut.count, "session"))")
        }
        if !result.refused.isEmpty {
            say("not added (erased in this file): \(names(result.refused))")
        }
        sayErasedCodes(result, results: results.results)
        if !result.erased.isEmpty { say("now erased in this file too: \(names(result.erased))") }
        for (study, count) in result.declined.sorted(by: { $0.key < $1.key }) {
            say(
                "\(count) more declined to take part in study \"\(study)\", according to \(other)"
            )
        }
        for study in result.locks {
            say("the lock of study \"\(study)\", made with evalrun lock, was copied from \(other)")
        }
    }

    /// Returns the reasons why sessions were left out, without duplicates. Sessions of one
    /// participant can have the same reason.
    private func reasons(of leftOut: [MergeResult.LeftOut]) -> [Diagnostic] {
        leftOut.map(\.reason).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private func names(_ codes: [String]) -> String {
        codes.isEmpty ? "nobody" : listed(codes, most: 30)
    }

    private func codes() throws -> [String: String] {
        var codes: [String: String] = [:]
        for pair in rename {
            let parts = pair.split(separator: "=", omittingEmptySubsequences: false).map(
                String.init
            )
            guard parts.count == 2, !parts[0].isEmpty else {
                throw ValidationError(
                    "--rename needs OLD=NEW, such as P1=P9; not \"\(pair)\". Give files before --rename."
                )
            }
            let code = try ParticipantCode.entered(parts[1], results: results.results)
            if let problem = ParticipantCode.problem(with: code) {
                throw DiagnosticError([problem])
            }
            guard codes.updateValue(code, forKey: parts[0]) == nil else {
                throw ValidationError("--rename names \(parts[0]) twice")
            }
        }
        return codes
    }
}

/// Prints a note for each participant in the results file who has the same code as an erased
/// session.
func sayErasedCodes(_ result: MergeResult, results: String) {
    for code in result.sharingErasedCode.sorted() {
        say(
            "note: a session of \(code) was erased, and this file has another one; if both are of "
                + "the same person, erase it too: "
                + EvalrunCommand(["erase", code], results: results).line
        )
    }
}
