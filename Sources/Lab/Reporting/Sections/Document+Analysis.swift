import Parallel
import StudyDefinition

extension Document {
    /// The id of the first section.
    static let summaryID = "summary"
    /// The id of the only section of ``brief(_:)``.
    static let briefID = "brief"
    /// The id of the section about the comparison with another results file.
    static let otherFileID = "other-file"
    /// The id of the section with the hashes of the sessions.
    static let reproductionID = "reproduction"

    init(_ findings: ReportAnalysis) {
        let name = findings.study?.title ?? findings.sample.studyID
        title = Phrase(findings.isSimulated ? "\(name) (simulated data)" : name)
        notices = findings.notices
        sections = concurrently(Document.outline) { id, title, blocks in
            Section(id: id, title: title, blocks: blocks(findings))
        }
        .filter { !$0.blocks.isEmpty }
        number()
    }

    /// The sections in reading order; a section without blocks is left out.
    private static let outline:
        [(id: String, title: Phrase, blocks: @Sendable (ReportAnalysis) -> [Block])] = [
            (summaryID, "In short", \.summaryBlocks),
            ("registered", "Registered analysis", \.registeredBlocks),
            ("comparison", "Comparison of conditions", \.comparisonBlocks),
            (otherFileID, "Compared with another file", \.otherFileBlocks),
            ("labs", "Labs", \.labsBlocks),
            ("times", "Times", \.timesBlocks),
            ("outcomes", "Outcomes", \.outcomesBlocks),
            ("satisfaction", "Satisfaction", \.satisfactionBlocks),
            ("after-tasks", "After each task", \.afterTaskBlocks),
            ("answers", "What participants said", \.evaluationBlocks),
            ("problems", "Problems", \.problemsBlocks),
            ("observations", "Assists, mistakes and notes", \.observationsBlocks),
            ("sessions", "Timelines of the sessions", \.timelinesBlocks),
            ("participants", "Who took part", \.participantsBlocks),
            ("background", "By background", \.backgroundBlocks),
            ("paper", "Comparison with the paper", \.paperBlocks),
            ("agreement", "Agreement of raters", \.agreementBlocks),
            ("checks", "Checks", \.checksBlocks),
            ("deviations", "Deviations from plan and procedure", \.deviationsBlocks),
            ("irregularities", "Irregularities", \.irregularitiesBlocks),
            ("threats", "Threats to validity", \.threatsBlocks),
            ("differences", "Differences between participants, environment", \.differencesBlocks),
            ("method", "Method", \.methodBlocks),
            ("appendix", "Appendix: participants one by one", \.appendixBlocks),
            (reproductionID, "Reproducing this report", \.reproductionBlocks),
        ]
}
