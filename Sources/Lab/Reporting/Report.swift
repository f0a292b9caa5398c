package import Diagnostics
import Parallel
package import ResultsStore
package import StudyDefinition

/// Everything that a results file says of one study, ready to be written.
///
/// Deterministic: the same sessions give the same bytes. Reads no clock, locale, time zone or path;
/// its only input is sessions and the definitions stored with them.
package struct Report: Sendable {
    package struct File: Sendable {
        /// Relative to the report's folder, with `/` between its parts.
        package var path: String
        package var bytes: [UInt8]
    }

    /// Requirements of the Common Industry Format. Nil if the check was not requested.
    package let conformance: Conformance?
    private let findings: ReportAnalysis
    private let document: Document

    /// - Parameter date: the report's date as printed, or nil for none.
    /// - Throws: `no-sessions` where the file holds none of the study.
    package init(
        store: ResultsStore,
        study id: String,
        date: String? = nil,
        options: Options = Options()
    ) throws(DiagnosticError) {
        var findings = try Report.findings(store, id, date, codes: options.codes)
        if let other = options.other {
            let beside = try Report.findings(other, options.otherStudy ?? id, nil)
            findings.hasOther = true
            findings.acrossFiles = ReportAnalysis.acrossFiles(findings, beside)
        }
        if let paper = options.paper {
            findings.replication = try Replication(of: paper, findings)
        }
        findings.timelines = try Timeline.all(findings.entries, store)
        if let deviations = options.lockDeviations {
            findings.locked = try Locked(findings.sample, store: store, deviations: deviations)
        }
        var document = Document(findings)
        if options.conformsToCIF {
            let conformance = Conformance(findings)
            self.conformance = conformance
            document.sections += findings.conformanceSections(conformance)
            document.number()
        } else {
            conformance = nil
        }
        if options.isPlan { document = document.plan }
        self.findings = findings
        self.document = document
    }

    private static func findings(
        _ store: ResultsStore,
        _ study: String,
        _ date: String?,
        codes: [String: String]? = nil
    ) throws(DiagnosticError) -> ReportAnalysis {
        var sample = try Sample(store: store, study: study)
        if let codes { sample.rename(codes) }
        let differences = try Differences(sample, store: store)
        return ReportAnalysis(sample, differences: differences, date: date)
    }

    /// Descriptions of the differences between a definition of a study and its lock.
    package typealias LockDeviations =
        @Sendable (StudyFolder, StoredLock) throws(DiagnosticError) -> [String]

    /// Optional parts of a report.
    package struct Options: Sendable {
        /// Another results file to compare with, and the id of its study where that is another.
        package var other: ResultsStore?
        package var otherStudy: String?
        /// Whether to check the requirements of the Common Industry Format.
        package var conformsToCIF = false
        /// Differences between a definition and the study's lock. Nil if locks are not read.
        package var lockDeviations: LockDeviations?
        /// Tables and facts of a paper, to be printed beside those of the results.
        package var paper: PublishedTables?
        /// Whether the data are simulated to show the analysis before anyone took part: nothing but
        /// the analysis is written.
        package var isPlan = false
        /// Participant → code to be printed; who has none does not enter.
        package var codes: [String: String]?

        package init() {}
    }

    /// `report.md`, `report.html`, `report.json` and the tables as CSV.
    package var files: [File] { concurrently(makers) { $0() } }

    /// Each makes one file.
    var makers: [@Sendable () -> File] {
        let (document, findings) = (document, findings)
        let texts: [@Sendable () -> File] = [
            { File(path: "report.md", bytes: Array(Markdown.render(document).utf8)) },
            { File(path: "report.html", bytes: Array(HTML.render(document).utf8)) },
            { File(path: "report.json", bytes: JSONExport(findings).bytes) },
        ]
        let tables = CSVExport(findings).tables.map { table -> @Sendable () -> File in
            { File(path: "tables/\(table.name).csv", bytes: table.write()) }
        }
        return texts + tables
    }

    /// Tables as LaTeX and figures as SVG, for a deposit or a paper; those with words of
    /// participants or facilitators are left out.
    package var parts: [File] {
        let codes = Set(findings.entries.map(\.participant))
        return (LaTeX.tables(document, codes: codes) + StandaloneFigure.all(document)).map {
            File(path: $0.0, bytes: Array($0.1.utf8))
        }
    }

    /// The main tables, for a terminal.
    package var terminalText: String { PlainText.render(document) }
}
