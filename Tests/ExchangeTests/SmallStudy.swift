import Exchange
import Foundation

@testable import StudyDefinition

/// A study of two tasks and two questions, with a choice, its dependent text, and one condition.
let smallStudy = StudyFolder(
    study: Study(
        id: "small",
        title: "Small",
        version: "1",
        product: .init(name: "tool", version: "1"),
        assistants: "",
        feedback: .none,
        conditions: [.init(id: "only", title: "Only")],
        project: .init(folder: "p", links: [:], tools: [], build: [], ignore: [], open: []),
        phases: [
            .questionnaire("before"),
            .eachCondition([.tasks(["first", "second"]), .questionnaire("after")]),
        ],
        questionnaires: [
            Questionnaire(
                id: "before",
                title: "Before",
                items: [
                    .init(
                        id: "used",
                        text: "Have you  used it?",
                        kind: .single([
                            .init(id: "yes", label: "Yes", aliases: ["Yes, often"]),
                            .init(id: "no", label: "No"),
                        ]),
                        required: true
                    ),
                    .init(
                        id: "which",
                        text: "Which?",
                        kind: .text,
                        showIf: .init(questionnaire: "before", item: "used", options: ["yes"])
                    ),
                ]
            ),
            Questionnaire(
                id: "after",
                title: "After",
                items: [
                    .init(
                        id: "parts",
                        text: "Parts",
                        kind: .multiple([
                            .init(id: "form", label: "Form"),
                            .init(id: "text", label: "Text, typed"),
                            .init(id: "docs", label: "Docs"),
                        ])
                    ),
                    .init(
                        id: "ease",
                        text: "Ease",
                        kind: .scale(min: 1, max: 5, minLabel: nil, maxLabel: nil)
                    ),
                ]
            ),
        ],
        tasks: ["first", "second"].map {
            StudyTask(
                id: $0,
                title: "The \($0)",
                instruction: .init(path: "", text: ""),
                timeLimit: 60,
                success: "",
                startsFrom: [],
                check: "c"
            )
        },
        checks: [],
        method: .init(path: "", text: "")
    ),
    url: URL(filePath: "/nowhere"),
    files: [:],
    hash: "h",
    wrongVariants: []
)

/// A folder of its own for each test, removed at the end of the scope given.
func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let url = FileManager.default.temporaryDirectory.appending(path: "exchange-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    return try await body(url)
}

func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let url = FileManager.default.temporaryDirectory.appending(path: "exchange-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    return try body(url)
}

extension URL {
    /// Writes `text` to a file of this folder.
    func file(_ name: String, _ text: String) throws -> Importer.File {
        let url = appending(path: name)
        try Data(text.utf8).write(to: url)
        return Importer.File(url: url, name: name)
    }
}
