package import Diagnostics
package import ResultsStore
import StudyDefinition

/// Everything that a results file says of one study, ready to be written.
///
/// The same sessions give the same bytes: no clock, locale, time zone or path is read. What is
/// reported was said by the sessions and by the definitions stored with them.
package struct Report: Sendable {
    package struct File: Sendable {
        /// Relative to the report's folder, with `/` between its parts.
        package var path: String
        package var bytes: [UInt8]
    }

    private let findings: Findings
    private let document: Document

    /// - Parameter date: the report's date as it is to be printed, or nil for none.
    /// - Throws: `no-sessions` where the file holds none of the study.
    package init(
        store: ResultsStore,
        study id: String,
        date: String? = nil
    ) throws(DiagnosticError) {
        let sample = try Sample(store: store, study: id)
        findings = Findings(
            sample,
            differences: try Differences(sample, store: store),
            inputs: try Inputs(sample, store: store),
            date: date
        )
        document = Document(findings)
    }

    /// `report.md`, `report.html`, `report.json` and the tables as CSV.
    package var files: [File] {
        let texts =
            [
                ("report.md", Markdown.render(document)),
                ("report.html", HTML.render(document)),
                ("report.json", JSONExport(findings).text),
            ]
            + CSVExport(findings).tables.map { ("tables/\($0.name).csv", $0.text) }
        return texts.map { File(path: $0.0, bytes: Array($0.1.utf8)) }
    }

    /// The main tables, for a terminal.
    package var terminalText: String { PlainText.render(document) }
}
