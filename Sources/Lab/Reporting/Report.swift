package import Diagnostics
package import ResultsStore
package import StudyDefinition

/// A complete report on one study in a results file, ready to be written.
///
/// The report is deterministic: the same sessions give the same bytes. It depends only on the
/// sessions and the study definitions stored with them, not on the clock, locale, time zone or
/// paths.
package struct Report: Sendable {
    package struct File: Sendable {
        /// Path relative to the report's folder, with `/` as separator.
        package var path: String
        package var bytes: [UInt8]
    }

    /// The check against the Common Industry Format. Nil if the check was not requested.
    package let conformance: Conformance?
    private let findings: ReportAnalysis
    private let document: Document

    /// Creates the report on one study in `store`.
    ///
    /// - Parameter date: the date to print in the report; nil to print no date.
    /// - Throws: `no-sessions` if the file has no session of the study.
    package init(
        store: ResultsStore,
        study id: String,
        date: String? = nil,
        options: Options = Options()
    ) throws(DiagnosticError) {
        var findings = try Report.findings(store, id, date, codes: options.codes)
        findings.isPlan = options.isPlan
        if let other = options.other {
            let beside = try Report.findings(other, id)
            findings.other = try OtherFile(beside, in: other, besides: findings, in: store)
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
        conformance = options.conformsToCIF ? Conformance(findings) : nil
        if let conformance {
            document.sections += findings.conformanceSections(conformance)
            document.number()
        }
        if options.isPlan { document = document.plan }
        self.findings = findings
        self.document = document
    }

    /// Analyzes the sessions of a study in `store`.
    static func findings(
        _ store: ResultsStore,
        _ study: String,
        _ date: String? = nil,
        codes: [String: String]? = nil
    ) throws(DiagnosticError) -> ReportAnalysis {
        var sample = try Sample(store: store, study: study)
        if let codes { sample.rename(codes) }
        let differences = try Differences(sample, store: store)
        return ReportAnalysis(sample, differences: differences, date: date)
    }

    /// A function that compares a study definition with the definition locked before data
    /// collection. It returns the changed elements of each part that differs, keyed by the name of
    /// the part.
    package typealias LockDeviations =
        @Sendable (StudyFolder, StoredLock) throws(DiagnosticError) -> [String: [String]]

    /// Optional settings of a report.
    package struct Options: Sendable {
        /// Another results file with which to compare the results.
        package var other: ResultsStore?
        /// Whether to check the requirements of the Common Industry Format.
        package var conformsToCIF = false
        /// A function that compares a study definition with the locked one. If nil, the sessions
        /// are not compared with the locked definition.
        package var lockDeviations: LockDeviations?
        /// Tables and facts of a paper. The report prints them next to the corresponding results.
        package var paper: PublishedTables?
        /// Whether the report is a preview of the analysis, made from simulated data before anyone
        /// has taken part. A preview contains only the analysis.
        package var isPlan = false
        /// Participant codes to print, keyed by the recorded codes. Participants whose recorded
        /// code is not a key are left out of the report, and labs are printed as numbers. If nil,
        /// the recorded codes and the names of the labs are printed.
        package var codes: [String: String]?

        package init() {}
    }

    /// Functions that render the report's files. Each function returns the path and bytes of one
    /// file.
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

    /// Tables as LaTeX and figures as SVG, for an archive or a paper. Tables and figures that
    /// contain text written by participants or facilitators are left out. The hashes of the
    /// sessions are also left out, because they could link new participant codes to the original
    /// codes.
    package var parts: [File] {
        let codes = Set(findings.entries.map(\.participant))
        var document = document
        document.sections.removeAll { $0.id == Document.reproductionID }
        return (LaTeX.tables(document, codes: codes) + StandaloneFigure.all(document)).map {
            File(path: $0.0, bytes: Array($0.1.utf8))
        }
    }

    /// The notices, the key figures and the main tables as plain text for a terminal.
    package var terminalText: String { PlainText.render(document) }

    /// A short version of the report as plain text, for one screen of a terminal.
    package var briefText: String { PlainText.render(document.brief(findings), width: 80) }
}
