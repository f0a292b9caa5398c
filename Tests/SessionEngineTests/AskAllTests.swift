import Foundation
import ResultsStore
import StudyDefinition
import TestSupport
import Testing

@testable import SessionEngine

/// The published form showed every question to everybody.
@Suite struct AskAllTests {
    private func asked(_ asksAll: Bool?) throws -> [String] {
        var study = try StudyReader.read(
            Tool.root.appendingPathComponent("Tasks/countries-cities")
        ).study
        for index in study.questionnaires.indices { study.questionnaires[index].asksAll = asksAll }
        let start = SessionStart(
            participant: "P1",
            study: "h",
            conditions: ["generator"],
            source: .simulated,
            environment: SessionEnvironment()
        )
        let session = Session(study: study, start: start)
        var (position, items) = (-1, [String]())
        while true {
            position = session.next(after: position, record: session.record)
            guard position < session.plan.steps.count else { return items }
            if let question = session.question(at: position) { items.append(question.item.id) }
        }
    }

    @Test func questionsWithoutTheirConditionAreAskedOnDemand() throws {
        let conditional: Set = [
            "app-size", "kvc-tedious", "which-generator", "which-problems", "compared", "why-not",
        ]
        let (some, all) = (try asked(nil), try asked(true))
        #expect(conditional.isDisjoint(with: some))
        #expect(conditional.isSubset(of: all))
        #expect(all.count == 25)
        #expect(all.filter { !conditional.contains($0) } == some)
    }
}
