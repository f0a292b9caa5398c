import Foundation

@testable import StudyDefinition

/// A study of which only the identity matters.
enum MadeUpStudy {
    static let folder = StudyFolder(
        study: Study(
            id: "s",
            title: "S",
            version: "1",
            product: .init(name: "p", version: "1"),
            assistants: "",
            feedback: .none,
            conditions: [],
            project: .init(folder: "p", links: [:], tools: [], build: [], ignore: [], open: []),
            phases: [],
            questionnaires: [],
            tasks: [],
            checks: [],
            method: .init(path: "", text: "")
        ),
        url: URL(filePath: "/nowhere"),
        files: [:],
        hash: "h",
        wrongVariants: []
    )
}
