import Diagnostics
import Foundation
import ResultsStore
import StudyDefinition
import TestSupport
import Testing

@testable import SessionEngine

/// Keeps the contract page true.
@Suite struct ScriptPageTests {
    private let page: String
    private let study: Study

    init() throws {
        page = try String(
            contentsOf: Tool.root.appendingPathComponent(
                "Sources/Lab/SessionEngine/SessionEngine.docc/ScriptFile.md"
            ),
            encoding: .utf8
        )
        study = try StudyReader.read(
            Tool.root.appendingPathComponent("Tests/StudyDefinitionTests/Fixtures/greeting")
        ).study
    }

    private func read(
        _ text: String,
        study other: Study? = nil,
        plan: SessionPlan? = nil
    ) throws -> Script {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("script.yaml")
        try Data(text.utf8).write(to: url)
        return try ScriptReader.read(url, study: other ?? study, plan: plan)
    }

    @Test func theWordsOfAStepAreThoseThatAreRead() throws {
        let sentence = try #require(
            page.components(separatedBy: "A step is a word (").last?.components(separatedBy: ")")[0]
        )
        let words = sentence.split(separator: "`").filter { $0.contains(/^[a-z-]+$/) }
        #expect(words.map(String.init).sorted() == ScriptReader.plainVerbs.keys.sorted())
    }

    @Test func itsExampleIsReadAsItSays() throws {
        let example = page.components(separatedBy: "```yaml\n")[1].components(separatedBy: "```")[0]
        let script = try read(example)
        #expect(script.consent == ["quote": false])
        #expect(script.answers["about-you"]?["shells"] == "Bash, Z shell")
        let steps = try #require(script.tasks["one"])
        #expect(
            steps.map(\.verb) == [
                .mark(.assist, text: "it is in the first line"), .undo, .apply("wrong/nameless"),
                .done(.failed), .goOn, .apply("solution"), .done(.passed),
            ]
        )
        #expect(steps.map(\.at) == [20, 25, 40, 50, nil, 60, 70])
        #expect(script.tasks["all"]?.map(\.at) == [80, 80])
    }

    @Test func whatIsNoYAMLIsNamedWithItsPlace() throws {
        let error = #expect(throws: DiagnosticError.self) { try read("format: 1\nanswers: [\n") }
        let found = try #require(error?.diagnostics.first)
        #expect(error?.diagnostics.count == 1)
        #expect(found.place?.line == 3)
        #expect(found.problem.hasPrefix("invalid YAML"))
    }

    /// Some editors on Windows write a byte order mark, which a study may have too.
    @Test func aScriptMayHaveAByteOrderMark() throws {
        let script = try read(
            "\u{FEFF}format: 1\nanswers:\n  about-you: {shell: no, confidence: 4}\n"
        )
        #expect(script.answers["about-you"]?["confidence"] == "4")
    }

    @Test func aFolderIsNotCalledMissing() throws {
        let folder = try TemporaryFolder()
        let error = #expect(throws: DiagnosticError.self) {
            try ScriptReader.read(folder.url, study: study)
        }
        #expect(error?.diagnostics.first?.problem == "the script file cannot be read")
    }

    @Test func whatNeedsAnAnswerAndHasNoneIsNamedBeforeAnythingIsPlayed() throws {
        let error = #expect(throws: DiagnosticError.self) {
            try read("format: 1\nanswers:\n  about-you: {shell: no}\n")
        }
        let problems = error?.diagnostics.map(\.problem) ?? []
        #expect(problems == ["about-you → confidence is a required question without an answer"])
    }

    /// Only the last of several planned sessions has the questionnaire after all conditions.
    @Test func onlyTheQuestionsOfTheSessionNeedAnAnswer() throws {
        var other = study
        other.phases = [.eachCondition([.tasks(["one"])]), .questionnaire("about-you")]
        let closing = other
        func plan(_ period: Int) -> SessionPlan {
            SessionPlan(
                closing,
                conditions: closing.usualConditions.map(\.id),
                planned: PlannedSession(
                    table: "latin-square",
                    seed: 1,
                    sequence: 1,
                    period: period,
                    sessions: 2
                )
            )
        }
        let first = try read("format: 1\n", study: closing, plan: plan(1))
        #expect(first.answers.isEmpty)
        let error = #expect(throws: DiagnosticError.self) {
            try read("format: 1\n", study: closing, plan: plan(2))
        }
        let problems = error?.diagnostics.map(\.problem) ?? []
        #expect(
            problems.contains("about-you → confidence is a required question without an answer")
        )
    }

    @Test func anAnswerThatNobodyCouldGiveIsNamedWithItsPlace() throws {
        let error = #expect(throws: DiagnosticError.self) {
            try read("format: 1\nanswers:\n  about-you: {shell: maybe, confidence: 9}\n")
        }
        let places = error?.diagnostics.map { "\($0.place?.line ?? 0) \($0.problem)" } ?? []
        #expect(
            places == [
                "3 about-you → shell: “maybe” is not a valid answer",
                "3 about-you → confidence: “9” is not a valid answer",
            ]
        )
    }

    @Test func aRefusedChoiceNamesTheOptions() throws {
        let error = #expect(throws: DiagnosticError.self) {
            try read("format: 1\nanswers:\n  about-you: {shell: maybe, confidence: 9}\n")
        }
        #expect(
            error?.diagnostics.map(\.fix) == [
                "known here: \"no\", \"yes\"", "Type a whole number from 1 to 5.",
            ]
        )
    }

    @Test func aLabelInAListMayContainAComma() throws {
        var study = study
        let place = try #require(
            study.questionnaires[0].items.firstIndex { $0.id == "shells" }
        )
        guard case .multiple(var options) = study.questionnaires[0].items[place].kind else {
            Issue.record("\"shells\" is no multiple choice")
            return
        }
        options[0].label = "Bash, or sh"
        study.questionnaires[0].items[place].kind = .multiple(options)
        let answers = "{shell: yes, shells: [\"Bash, or sh\", Z shell], confidence: 3}"
        let script = try read("format: 1\nanswers:\n  about-you: \(answers)\n", study: study)
        let typed = try #require(script.answers["about-you"]?["shells"])
        let value = try study.questionnaires[0].items[place].read(typed)
        #expect(value.meaning == .options(["bash", "z-shell"]))
    }

    @Test func aTaskWithoutStepsTakesAMinuteOrHalfItsLimit() throws {
        let script = try read("format: 1\nanswers:\n  about-you: {shell: no, confidence: 3}\n")
        #expect(script.steps(of: "one", limit: 300).map(\.at) == [60, 60])
        #expect(script.steps(of: "all", limit: 90).map(\.at) == [45, 45])
    }

    @Test(arguments: [
        "1:9223372036", "9223372036", "1e300", "0:0:99999999", "-1", "nan", "25:00:00",
        "1:75",
    ])
    func aTimeThatNoTaskHasIsRefused(time: String) throws {
        let error = #expect(throws: DiagnosticError.self) {
            try read(
                """
                format: 1
                answers:
                  about-you: {shell: no, confidence: 3}
                tasks:
                  one: [{at: "\(time)", do: pause}]
                  all: {time: "\(time)"}
                """
            )
        }
        #expect(error?.diagnostics.map(\.place?.line) == [5, 6])
    }

    /// Options that are not listed count as agreed to. A mistyped option would, too.
    @Test func aConsentOptionThatTheStudyDoesNotHaveIsNamed() throws {
        let error = #expect(throws: DiagnosticError.self) {
            try read(
                """
                format: 1
                consent: {quot: false}
                answers:
                  about-you: {shell: no, confidence: 3}
                """
            )
        }
        let found = try #require(error?.diagnostics.first)
        #expect(found.place?.line == 2)
        #expect(found.problem == "no consent option is named \"quot\"")
    }

    @Test func everyKindOfMarkThatThePageNamesIsRead() throws {
        let row = try #require(page.split(separator: "\n").first { $0.contains("{mark: KIND") })
        let kinds = row.split(separator: "|")[1].split(separator: "`")
            .filter { $0.contains(/^[a-z-]+$/) }
        #expect(kinds.count == 6)
        let steps = kinds.map { "    - {mark: \($0)}\n" }.joined()
        let script = try read(
            "format: 1\nanswers:\n  about-you: {shell: no, confidence: 3}\ntasks:\n  one:\n\(steps)"
        )
        #expect(
            script.tasks["one"]?.map(\.verb)
                == [
                    .assist, .mistake, .toolFailure, .note, .problem, .question,
                ].map { .mark($0, text: "") }
        )
    }

    /// Only one of the actions would be played.
    @Test func aStepWithTwoActionsIsRefusedWithItsPlace() throws {
        let error = #expect(throws: DiagnosticError.self) {
            try read(
                """
                format: 1
                answers:
                  about-you: {shell: no, confidence: 3}
                tasks:
                  one:
                    - {at: 1:00, apply: solution, done: passed}
                    - {at: 1:10, done: passed, text: at last}
                    - {mark: note, text: [two, lines]}
                """
            )
        }
        let problems = error?.diagnostics.map { "\($0.place?.line ?? 0) \($0.problem)" } ?? []
        #expect(problems.count == 3, "\(problems)")
        #expect(problems.first == "6 a step has several actions: apply, done")
        #expect(problems.dropFirst().first == "7 only a step with \"mark\" has a \"text\"")
        #expect(problems.last?.hasPrefix("8 \"text\" of a step is ") == true)
    }

    /// The step was played at the time of the earlier one.
    @Test func timesOutOfOrderAreReported() throws {
        let error = #expect(throws: DiagnosticError.self) {
            try read(
                """
                format: 1
                tasks:
                  one:
                    - {at: 2:00, mark: note}
                    - continue
                    - {at: 1:00, done: passed}
                    - {at: 2:00, do: end}
                """
            )
        }
        let problems = error?.diagnostics.map { "\($0.place?.line ?? 0) \($0.problem)" }
        #expect(problems?.last == "6 the time of this step is before the time of an earlier step")
        #expect(problems?.filter { $0.contains("the time of this step") }.count == 1)
    }

    @Test func everyProblemIsNamedAtOnce() throws {
        let error = #expect(throws: DiagnosticError.self) {
            try read(
                """
                format: 1
                answers:
                  about-yuo: {shell: yes}
                tasks:
                  one:
                    - pawse
                    - {at: soon, mark: assist}
                    - {mark: applause}
                """
            )
        }
        let problems = error?.diagnostics.map { "\($0.place?.line ?? 0) \($0.problem)" } ?? []
        #expect(problems.contains("3 no questionnaire is named \"about-yuo\""))
        #expect(problems.contains("6 no step is named \"pawse\""))
        #expect(problems.contains("7 \"at\" of a step is \"soon\""))
        #expect(problems.contains("8 \"mark\" of a step is \"applause\""))
        func found(_ line: Int) -> Diagnostic? {
            error?.diagnostics.first { $0.place?.line == line }
        }
        #expect(found(3)?.expected == nil)
        #expect(found(3)?.fix == "did you mean \"about-you\"?")
        #expect(found(6)?.expected?.hasPrefix("a word such as") == true)
        // What is expected already lists the kinds.
        #expect(found(8)?.expected?.contains("tool-failure") == true)
        #expect(found(8)?.fix == nil)
    }
}
