import Parallel
import StudyDefinition

extension Document {
    /// The id of the first section.
    static let summaryID = "summary"

    init(_ findings: ReportAnalysis) {
        let name = findings.study?.title ?? findings.sample.studyID
        title = Phrase(findings.isSimulated ? "\(name) (simulated data)" : name)
        notices = findings.notices
        let makers: [@Sendable (ReportAnalysis) -> Section] = [
            \.summarySection, \.registeredSection, \.comparisonSection, \.otherFileSection,
            \.labsSection,
            \.timesSection,
            \.outcomesSection, \.satisfactionSection, \.afterTaskSection, \.evaluationSection,
            \.problemsSection, \.observationsSection, \.timelinesSection, \.participantsSection,
            \.backgroundSection, \.paperSection, \.agreementSection, \.checksSection,
            \.deviationsSection,
            \.irregularitiesSection,
            \.threatsSection, \.differencesSection, \.methodSection, \.appendixSection,
            \.reproductionSection,
        ]
        sections = concurrently(makers) { $0(findings) }
            .filter { !$0.blocks.isEmpty }
        number()
    }
}
