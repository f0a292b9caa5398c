import Diagnostics
import Foundation
import ResultsStore

/// The sessions of another results file, with which a report compares the sessions of its own file.
struct OtherFile: Sendable {
    var sample: Sample
    /// Notices about the sessions of this other results file.
    var notices: [Phrase]
    /// Participants of the report's own results file who have a session that is also in the other
    /// one.
    var shared: [String]

    /// Creates the description of the other file.
    ///
    /// - Parameters:
    ///   - findings: the analysis of the other results file.
    ///   - store: the other results file.
    ///   - own: the analysis of the report's own results file.
    ///   - ownStore: the report's own results file.
    init(
        _ findings: ReportAnalysis,
        in store: ResultsStore,
        besides own: ReportAnalysis,
        in ownStore: ResultsStore
    ) throws(DiagnosticError) {
        sample = findings.sample
        notices = findings.noticesAsOther
        let (identities, ownIdentities) = (try store.identities(), try ownStore.identities())
        let compared = Set(findings.entries.compactMap { identities[$0.session] })
        let both = own.entries.filter { entry in
            ownIdentities[entry.session].map(compared.contains) ?? false
        }
        shared = both.map(\.participant).distinct
    }
}
