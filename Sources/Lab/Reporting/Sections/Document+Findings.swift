import Parallel
import StudyDefinition

extension Document {
    /// The id of the section that stands first.
    static let summaryID = "summary"

    /// All but what it takes the events for.
    init(_ findings: Findings) {
        title = Phrase(findings.study?.title ?? findings.sample.studyID)
        notices = findings.notices
        let makers: [@Sendable (Findings) -> Section] = [
            \.summarySection, \.participantsSection, \.timesSection, \.outcomesSection,
            \.comparisonSection, \.otherFileSection, \.satisfactionSection, \.afterTaskSection,
            \.evaluationSection, \.observationsSection, \.problemsSection, \.agreementSection,
            \.checksSection, \.deviationsSection, \.irregularitiesSection, \.threatsSection,
            \.differencesSection, \.methodSection, \.appendixSection,
        ]
        sections = concurrently(makers) { $0(findings) }
            .filter { !$0.blocks.isEmpty }
        number()
    }

    mutating func add(_ section: Section) {
        if !section.blocks.isEmpty { sections.append(section) }
        number()
    }
}
