import ArgumentParser
import Diagnostics
import Foundation
import Reporting
import ResultsStore
import SessionEngine
import StudyDefinition

struct ReplicateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replicate",
        abstract: "Print a paper's tables next to those of a results file, cell by cell.",
        discussion: """
            The exit status is 1 if a cell differs and tables.csv or facts.csv gives no reason.
            """
    )

    @Argument(help: "The folder with the paper's tables: tables.csv, table-N.csv, facts.csv.")
    var published: String
    @OptionGroup var study: StudyOptions
    @OptionGroup var results: ResultsOptions

    func run() throws {
        let folder = try study.folder(.find(environment: processEnvironment))
        let tables = try PublishedTables(folder: URL(filePath: published), name: published)
        let store = try ResultsStore(path: results.results, access: .read)
        defer { store.close() }
        let replication = try Replication(of: tables, store: store, study: folder.study.id)
        say(replication.text)
        if !replication.isExplained { throw ExitCode(ExitStatus.findings.rawValue) }
    }
}
