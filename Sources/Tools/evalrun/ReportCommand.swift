import ArgumentParser
import Diagnostics
import Foundation
import Reporting
import ResultsStore
import SessionEngine
import StudyDefinition

struct ReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Print a study's tables and write its report: Markdown, HTML, JSON, CSV."
    )

    @OptionGroup var study: StudyOptions
    @OptionGroup var results: ResultsOptions
    @Option(help: "Folder for the report (default: Reports/<study>).")
    var output: String?
    @Option(help: "The report's date, as 2026-03-31; without it the report has none.")
    var reportDate: String?

    func run() async throws {
        let folder = try study.folder(.find(environment: processEnvironment))
        let store = try ResultsStore(path: results.results, access: .read)
        defer { store.close() }
        let report = try Report(store: store, study: folder.study.id, date: try date())
        let target = output ?? "Reports/\(folder.study.id)"
        try report.write(to: URL(fileURLWithPath: target), named: target)
        say(report.terminalText)
        say("Report: \(target)/report.html, report.md, report.json, tables/")
    }

    private func date() throws -> String? {
        guard let reportDate else { return nil }
        let style = Date.ISO8601FormatStyle().year().month().day()
        guard let day = try? style.parse(reportDate), style.format(day) == reportDate else {
            throw ValidationError(
                "--report-date is \"\(reportDate)\"; give a day as 2026-03-31"
            )
        }
        return reportDate
    }
}
