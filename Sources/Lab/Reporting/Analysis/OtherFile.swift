import Diagnostics
import Foundation
import ResultsStore

/// A second results file. The report compares the sessions in this file with the sessions in the
/// report's own results file.
struct OtherFile: Sendable {
    var sample: Sample
    /// Notices about the sessions of this second results file.
    var notices: [Phrase]
    /// Participants of the report's own results file who have a session that the second results
    /// file also contains.
    var shared: [String]

    /// Creates the description of a second results file.
    ///
    /// - Parameters:
    ///   - findings: the analysis of the second results file.
    ///   - store: the second results file.
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
