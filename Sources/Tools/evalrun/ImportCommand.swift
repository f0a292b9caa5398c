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
        abstract: "Bring in answers (a form's CSV export) and task times (CSV) measured elsewhere."
    )

    @OptionGroup var study: StudyOptions
    @OptionGroup var results: ResultsOptions
    @Option(help: "A form's export: one row a participant, one column a question.")
    var answers: String?
    @Option(help: "Times: one row a participant, one column a task, as m:ss.")
    var times: String?

    func validate() throws {
        if answers == nil, times == nil {
            throw ValidationError("Name a file with --answers, --times, or both.")
        }
    }

    func run() async throws {
        let folder = try study.folder(.find(environment: processEnvironment))
        let importer = Importer(study: folder)
        let (answers, times) = (answers.map(Self.file), times.map(Self.file))
        // Read first: a refused import leaves no new results file behind.
        _ = try importer.read(answers: answers, times: times)
        let store = try ResultsStore(path: results.results, access: .create)
        defer { store.close() }
        say(try await importer.importFiles(answers: answers, times: times, into: store).text)
    }

    private static func file(_ path: String) -> Importer.File {
        Importer.File(url: URL(fileURLWithPath: path), name: path)
    }
}
