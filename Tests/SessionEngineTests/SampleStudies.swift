import Foundation
import TestSupport

@testable import StudyDefinition

extension Study {
    /// The study `greeting` of the fixtures.
    static var greeting: Study {
        get throws {
            try StudyReader.read(
                Tool.root.appendingPathComponent("Tests/StudyDefinitionTests/Fixtures/greeting")
            ).study
        }
    }

    /// A study that has nothing but conditions and task sets.
    static func bare(_ conditions: [String] = [], taskSets: [TaskSet]? = nil) -> Study {
        Study(
            id: "s",
            title: "S",
            version: "1",
            product: .init(name: "p", version: "1"),
            assistants: "",
            feedback: .none,
            conditions: conditions.map { .init(id: $0, title: $0.uppercased()) },
            project: .init(folder: "p", links: [:], tools: [], build: [], ignore: [], open: []),
            phases: [],
            questionnaires: [],
            tasks: [],
            checks: [],
            method: .init(path: "", text: ""),
            taskSets: taskSets
        )
    }
}
