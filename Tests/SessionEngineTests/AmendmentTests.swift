import Foundation
import ResultsStore
import TestSupport
import Testing

@testable import SessionEngine
@testable import StudyDefinition

@Suite struct AmendmentTests {
    /// A study whose questionnaire after each task asks why only if the tool was used.
    private var study: StudyFolder {
        var study = Study.bare()
        let used = Questionnaire.Item(
            id: "used",
            text: "Used?",
            kind: .single([.init(id: "yes", label: "yes"), .init(id: "no", label: "no")])
        )
        let why = Questionnaire.Item(
            id: "why",
            text: "Why?",
            kind: .text,
            showIf: .init(questionnaire: "q", item: "used", options: ["yes"])
        )
        study.questionnaires = [Questionnaire(id: "q", title: "Q", items: [used, why])]
        return StudyFolder(
            study: study,
            url: URL(filePath: "/nowhere"),
            files: [:],
            hash: "h",
            wrongVariants: []
        )
    }

    private func answer(_ item: String, _ meaning: AnswerValue.Meaning) -> SessionEvent {
        let value = AnswerValue(raw: "yes", meaning: meaning)
        return .answered(
            Answered(questionnaire: "q", item: item, task: "t", run: 1, value: value)
        )
    }

    /// The questions were asked after the first of two observations of a task.
    @Test func aHiddenAnswerAfterAnObservationIsNamed() async throws {
        let folder = try TemporaryFolder()
        let results = folder.path("x.sqlite")
        let start = SessionStart(
            participant: "P1",
            study: "h",
            conditions: [],
            source: .import,
            environment: SessionEnvironment()
        )
        let times = (1...2).map { run in
            SessionEvent.timeImported(
                TimeImported(
                    run: run,
                    task: "t",
                    condition: "",
                    duration: 1,
                    outcome: .success,
                    raw: "1"
                )
            )
        }
        let answers = [answer("used", .options(["yes"])), answer("why", .text("yes"))]
        let store = try ResultsStore(path: results, access: .create)
        try await store.importSessions([[.sessionStarted(start)] + times + answers], study: study)
        store.close()
        let amended = try await SessionAmendments(results: results, participant: "P1").amend(
            .init(questionnaire: "q", item: "used", condition: nil, answer: "no", reason: "slip")
        )
        #expect(amended.isChanged)
        #expect(amended.hidden == ["q → why after t"])
    }
}
