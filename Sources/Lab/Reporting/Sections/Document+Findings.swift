import StudyDefinition

extension Document {
    /// The id of the section that stands first.
    static let summaryID = "summary"

    init(_ findings: Findings) {
        title = Phrase(findings.study?.title ?? findings.sample.studyID)
        notices = findings.notices
        sections = [
            findings.summarySection, findings.participantsSection, findings.timesSection,
            findings.outcomesSection, findings.comparisonSection, findings.satisfactionSection, findings.evaluationSection,
            findings.observationsSection, findings.problemsSection,
            findings.checksSection, findings.irregularitiesSection, findings.threatsSection, findings.differencesSection,
            findings.methodSection, findings.reproductionSection,
        ].filter { !$0.blocks.isEmpty }
        number()
    }
}
