import ArgumentParser
import Diagnostics
import Exchange
import Foundation
import ResultsStore
import SessionEngine
import StudyDefinition

struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import answers (a form's CSV export) and task times (CSV) measured elsewhere."
    )

    @OptionGroup var study: StudyOptions
    @OptionGroup var results: ResultsOptions
    @Option(help: "A form's export: one row a participant, one column a question.")
    var answers: String?
    @Option(help: "Times: one row a participant, one column a task, as m:ss.")
    var times: String?

    @Option(help: "A table of any shape, wide or long, read by --mapping.")
    var data: String?
    @Option(help: "The meaning of the columns of --data (YAML); --guess drafts it.")
    var mapping: String?
    @Flag(help: "Print a draft of the mapping for --data, and import nothing.")
    var guess = false

    func validate() throws {
        if data == nil {
            if mapping != nil || guess {
                throw ValidationError("--mapping and --guess need --data FILE.")
            }
            if answers == nil, times == nil {
                throw ValidationError("Name a file with --answers, --times, both, or --data.")
            }
        } else if answers != nil || times != nil {
            throw ValidationError("use --data alone, without --answers and --times.")
        } else if mapping == nil, !guess {
            throw ValidationError(
                "--data needs --mapping FILE; draft one with: \(draft(data ?? ""))"
            )
        } else if mapping != nil, guess {
            throw ValidationError("--guess drafts a mapping; leave --mapping out.")
        }
    }

    func run() async throws {
        let folder = try study.folder(.find(environment: processEnvironment))
        if let data { return try await importMapped(Self.file(data), folder) }
        let importer = Importer(study: folder)
        let (answers, times) = (answers.map(Self.file), times.map(Self.file))
        // Reads first: a refused import leaves no new results file.
        _ = try importer.read(answers: answers, times: times)
        let store = try ResultsStore(path: results.results, access: .create)
        defer { store.close() }
        say(try await importer.importFiles(answers: answers, times: times, into: store).text)
    }

    private func importMapped(_ data: Importer.File, _ folder: StudyFolder) async throws {
        let importer = MappedImport(study: folder, draft: draft(data.name))
        guard let mapping = mapping.map(Self.file) else {
            return say(try importer.guess(data).trimmingCharacters(in: .newlines))
        }
        _ = try importer.read(data, mapping: mapping)
        let store = try ResultsStore(path: results.results, access: .create)
        defer { store.close() }
        let lines = try await importer.importFile(data, mapping: mapping, into: store)
        say(lines.joined(separator: "\n"))
    }

    /// The command line that drafts a mapping.
    private func draft(_ data: String) -> String {
        var command = EvalrunCommand(["import", "--guess"], study: study.study)
        command.add("--data", data)
        return command.line
    }

    private static func file(_ path: String) -> Importer.File {
        Importer.File(url: URL(fileURLWithPath: path), name: path)
    }
}
