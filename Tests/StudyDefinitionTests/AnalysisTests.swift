import Diagnostics
import Foundation
import Testing

@testable import StudyDefinition

/// The outcomes that a study registers.
@Suite struct AnalysisTests {
    /// The sample with a second condition, and `analysis` at the end of its study file.
    private func read(_ analysis: String, conditions: Int = 2) throws -> StudyFolder {
        let sample = try Sample()
        let text = try String(contentsOf: sample.url("study.yaml"), encoding: .utf8)
        let second = "conditions:\n  - {id: second, title: Second, only_planned: true}\n"
        let edited = conditions == 2 ? text.replacing("conditions:\n", with: second) : text
        try sample.write(edited + "\n" + analysis, to: "study.yaml")
        return try StudyReader.read(sample.folder)
    }

    private func problems(_ analysis: String, conditions: Int = 2) throws -> [String] {
        do {
            _ = try read(analysis, conditions: conditions)
            return []
        } catch let error as DiagnosticError {
            return error.diagnostics.map { "\($0.id): \($0.problem)" }
        }
    }

    @Test func outcomesAreReadInTheirOrder() throws {
        let analysis = try #require(
            try read(
                """
                analysis:
                  primary: {measure: time, margin: 1.25}
                  secondary: [{measure: completion}]

                """
            ).study.analysis
        )
        #expect(analysis.primary == .init(measure: .time, margin: 1.25))
        #expect(analysis.secondary == [.init(measure: .completion)])
    }

    /// Definitions are stored as JSON with each session.
    @Test func itIsKeptWithTheDefinition() throws {
        let analysis = RegisteredAnalysis(
            primary: .init(measure: .score("sus"), margin: 5),
            secondary: [.init(measure: .time), .init(measure: .completion)]
        )
        let bytes = try JSONEncoder().encode(analysis)
        #expect(try JSONDecoder().decode(RegisteredAnalysis.self, from: bytes) == analysis)
    }

    @Test func testsAndRulesAreRead() throws {
        let analysis = try #require(
            try read(
                """
                analysis:
                  primary: {measure: time}
                  hypotheses: [Tasks take less time.]
                  failures: time-limit
                  exclusions: [assisted]
                  tests:
                    - {measure: time, method: mixed-model}
                    - {measure: completion, method: benchmark, against: 0.7}

                """
            ).study.analysis
        )
        #expect(analysis.hypotheses == ["Tasks take less time."])
        #expect(analysis.failures == .timeLimit)
        #expect(analysis.exclusions == [.assisted])
        #expect(
            analysis.tests == [
                .init(measure: .time, method: .mixedModel),
                .init(measure: .completion, method: .benchmark, against: 0.7),
            ]
        )
        let bytes = try JSONEncoder().encode(analysis)
        #expect(try JSONDecoder().decode(RegisteredAnalysis.self, from: bytes) == analysis)
    }

    /// The sample with another questionnaire and `analysis`, and perhaps a second condition.
    private func problems(
        _ analysis: String,
        asking questionnaire: String,
        _ edits: [(old: String, new: String)],
        conditions: Int = 2
    ) throws -> [String] {
        let sample = try Sample()
        let second = "conditions:\n  - {id: second, title: Second, only_planned: true}\n"
        if conditions == 2 { try sample.edit("conditions:\n", second) }
        try sample.edit("questionnaires: [about-you]", "questionnaires: [about-you, more]")
        for edit in edits { try sample.edit(edit.old, edit.new) }
        try sample.write(questionnaire, to: "questionnaires/more.yaml")
        let text = try String(contentsOf: sample.url("study.yaml"), encoding: .utf8)
        try sample.write("\(text)\nanalysis: \(analysis)\n", to: "study.yaml")
        do {
            return try StudyReader.readWithWarnings(sample.folder).warnings
                .filter { ["not-compared", StudyFolder.impossibleValue].contains($0.id) }
                .map { "warning: \($0.problem)" }
        } catch {
            return error.diagnostics.map { "\($0.id): \($0.problem)" }
        }
    }

    /// `about-you` is asked before the conditions, and `more` after each of their tasks.
    @Test func testsThatCompareNeedAnswersInEachCondition() throws {
        func problems(_ test: String) throws -> [String] {
            try self.problems(
                "{primary: {measure: more}, tests: [\(test)]}",
                asking: "title: Ease\ninstrument: seq\n",
                [("\ntasks:\n", "\nafter_task: more\n\ntasks:\n")]
            )
        }
        let sure = "measure: about-you.confidence"
        #expect(try problems("{\(sure), method: benchmark, against: 3}") == [])
        #expect(
            try problems("{\(sure), method: means}") == [
                """
                not-compared: "about-you" is not asked in each condition, so \
                "about-you.confidence" cannot be compared between conditions
                """
            ]
        )
        #expect(
            try problems("{measure: more, method: mixed-model, covariates: [more.seq-1]}") == []
        )
        #expect(
            try problems("{measure: more, method: mixed-model, covariates: [about-you.years]}")
                == []
        )
    }

    @Test func whatIsAskedInOneConditionIsNotCompared() throws {
        func problems(onlyIn: String) throws -> [String] {
            try self.problems(
                "{primary: {measure: more}, tests: [{measure: more, method: means}]}",
                asking: "title: SUS\ninstrument: sus\nonly_in: \(onlyIn)\n",
                [
                    (
                        "      - tasks: [one, all]\n",
                        "      - tasks: [one, all]\n      - questionnaire: more\n"
                    )
                ]
            )
        }
        #expect(try problems(onlyIn: "[shell, second]") == [])
        #expect(
            try problems(onlyIn: "[shell]") == [
                """
                warning: "more" is asked in one condition only, so its answers cannot be compared \
                between conditions
                """,
                """
                warning: "more" is asked in one condition only, so its answers cannot be compared \
                between conditions
                """,
            ]
        )
    }

    @Test func theIdOfACovariatesItemMayContainAPoint() throws {
        let covariate = try #require(RegisteredTest.Covariate("log(before.1.2)"))
        #expect(covariate.questionnaire == "before")
        #expect(covariate.item == "1.2")
        let bytes = try JSONEncoder().encode([covariate])
        let stored = try JSONDecoder().decode([RegisteredTest.Covariate].self, from: bytes)
        #expect(stored == [covariate])
        let test = "{measure: time, method: mixed-model, covariates: [more.1.2]}"
        let found = try problems(
            "{primary: {measure: time}, tests: [\(test)]}",
            asking: "title: More\nitems: [{id: \"1.2\", text: How often, type: number}]\n",
            [
                (
                    "  - questionnaire: about-you\n",
                    "  - questionnaire: about-you\n  - questionnaire: more\n"
                )
            ]
        )
        #expect(found == [])
    }

    /// A warning, because a study with sessions must stay readable.
    @Test func aFactorThatIsAskedAfterEachTaskHasNoLevel() throws {
        func problems(_ factor: String, phase: String = "") throws -> [String] {
            try self.problems(
                "{primary: {measure: time}, tests: "
                    + "[{measure: time, method: mixed-model, factor: \(factor)}]}",
                asking: "title: Way\nitems: "
                    + "[{id: way, text: Which way?, type: single, options: [left, right]}]\n",
                [
                    ("\ntasks:\n", "\nafter_task: more\n\ntasks:\n"),
                    ("  - thanks:", "\(phase)  - thanks:"),
                ]
            )
        }
        #expect(try problems("about-you.shell") == [])
        #expect(try problems("more.way", phase: "  - questionnaire: more\n") == [])
        let problem = "warning: factor \"more.way\" is asked after each task, so a participant can"
        let found = try problems("more.way")
        #expect(found.count == 1 && found[0].hasPrefix(problem), "\(found)")
    }

    /// SEQ has a scale from 1 to 7, and `about-you.years` goes from 0 to 80. A warning, because a
    /// study with sessions must stay readable.
    @Test func anImpossibleRegisteredValueIsAWarning() throws {
        func problems(_ analysis: String) throws -> [String] {
            try self.problems(
                analysis,
                asking: "title: Ease\ninstrument: seq\n",
                [("\ntasks:\n", "\nafter_task: more\n\ntasks:\n")]
            )
        }
        func against(_ measure: String, _ value: String) throws -> [String] {
            let test = "{measure: \(measure), method: benchmark, against: \(value)}"
            return try problems("{primary: {measure: time}, tests: [\(test)]}")
        }
        for (measure, value) in [
            ("more", "7"), ("more", "1"), ("about-you.confidence", "5"), ("about-you.years", "0"),
        ] {
            #expect(try against(measure, value) == [], "\(measure) \(value)")
        }
        for (measure, value) in [
            ("more", "68"), ("more", "0.7"), ("about-you.confidence", "6"),
            ("about-you.years", "81"),
        ] {
            let problem = "warning: \"against\" is \(value), which \"\(measure)\" cannot reach"
            #expect(try against(measure, value) == [problem], "\(measure) \(value)")
        }
        #expect(try problems("{primary: {measure: more, margin: 0.5}}") == [])
        #expect(
            try problems("{primary: {measure: more, margin: 6}}") == [
                """
                warning: the margin 6 of "more" is not smaller than the range of the score, so \
                no difference can exceed the margin
                """
            ]
        )
    }

    /// A ratio of 3 is large, but possible.
    @Test(arguments: [
        ("1.25", ""), ("3", ""), ("25", "for a margin of 25 %, write 1.25"),
        ("12.5", "for a margin of 12.5 %, write 1.125"),
        ("14", "for a margin of 14 %, write 1.14"), ("125", "for a margin of 25 %, write 1.25"),
    ])
    func aMarginOfTimesInPercentIsAWarning(margin: String, fix: String) throws {
        let remarks = try read("analysis: {primary: {measure: time, margin: \(margin)}}\n").remarks
        let found = remarks.filter { $0.id == "large-margin" }
        #expect(found.map(\.fix) == (fix.isEmpty ? [] : [fix]))
        let problem = """
            the margin \(margin) of "time" is a ratio, so times that differ by a factor of up to \
            \(margin) count as equivalent
            """
        #expect(found.allSatisfy { $0.problem == problem && $0.severity == .warning })
    }

    @Test func anOutcomeIsAskedInEachCondition() throws {
        func problems(_ analysis: String, conditions: Int) throws -> [String] {
            try self.problems(
                analysis,
                asking: "title: SUS\ninstrument: sus\n",
                [
                    (
                        "  - questionnaire: about-you\n",
                        "  - questionnaire: about-you\n  - questionnaire: more\n"
                    )
                ],
                conditions: conditions
            )
        }
        #expect(
            try problems("{primary: {measure: more}}", conditions: 2) == [
                """
                not-compared: "more" is not asked in each condition, so its answers cannot be compared \
                between conditions
                """
            ]
        )
        let benchmark = "tests: [{measure: more, method: benchmark, against: 68}]"
        #expect(try problems("{primary: {measure: more}, \(benchmark)}", conditions: 1) == [])
    }

    @Test func oneConditionHasBenchmarksOnly() throws {
        func tests(_ test: String) -> String {
            "analysis: {primary: {measure: time}, tests: [\(test)]}\n"
        }
        let benchmark = tests("{measure: time, method: benchmark, against: 60}")
        #expect(try problems(benchmark, conditions: 1) == [])
        #expect(
            try problems(tests("{measure: time, method: means}"), conditions: 1) == [
                "test-of-one: \"means\" compares conditions, but the study has only 1"
            ]
        )
    }

    @Test(
        arguments: [
            ("{measure: tme, method: means}", "unknown-measure"),
            ("{measure: errors, method: means}", "test-method"),
            ("{measure: time, method: benchmark}", "benchmark"),
            ("{measure: completion, method: benchmark, against: 70}", "benchmark"),
            ("{measure: time, method: means, against: 70}", "benchmark"),
            ("{measure: time, method: mixed-model, factor: before.none}", "test-factor"),
            ("{measure: time, method: survival, factor: before.none}", "test-factor"),
        ]
    )
    func eachFaultOfATestIsNamed(test: String, id: String) throws {
        let found = try problems("analysis: {primary: {measure: time}, tests: [\(test)]}\n")
        #expect(found.map { String($0.prefix { $0 != ":" }) } == [id])
    }

    @Test func anotherLogarithmIsCorrectedAsAWhole() throws {
        let sample = try Sample()
        try sample.edit(
            "questionnaires: [about-you]\n",
            """
            questionnaires: [about-you]
            analysis:
              primary: {measure: time}
              tests: [{measure: time, method: mixed-model, covariates: [ln(about-you.years)]}]

            """
        )
        let said = sample.rendered()
        #expect(said.contains("\n  did you mean \"log(about-you.years)\"?"), "\(said)")
    }

    @Test func eachFaultIsNamed() throws {
        #expect(
            try problems("analysis: {primary: {measure: tme}}\n") == [
                "unknown-measure: there is no measure \"tme\""
            ]
        )
        #expect(
            try problems("analysis: {primary: {measure: time, margin: 0.8}}\n") == [
                "margin: 0.8 is not a valid margin for \"time\""
            ]
        )
        #expect(
            try problems("analysis: {primary: {measure: completion, margin: 5}}\n") == [
                "margin: 5 is not a valid margin for \"completion\""
            ]
        )
        #expect(
            try problems("analysis: {primary: {measure: time}, secondary: [{measure: time}]}\n")
                == [
                    "repeated-outcome: the outcome \"time\" is registered twice"
                ]
        )
        #expect(
            try problems("analysis: {primary: {measure: time}}\n", conditions: 1) == [
                "analysis-of-one: the analysis compares conditions, but the study has only 1"
            ]
        )
        #expect(try !problems("analysis: {secondary: [{measure: time}]}\n").isEmpty)
        #expect(try !problems("analysis: time\n").isEmpty)
    }
}
