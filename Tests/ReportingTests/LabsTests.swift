import Foundation
import Instruments
import Reporting
import ResultsStore
import Statistics
import Testing

@testable import StudyDefinition

/// The report over several labs.
@Suite struct LabsTests {
    private let study = smallStudy(conditions: ["a", "b"])
    private let times: [(lab: String, pairs: [(a: Double, b: Double)])] = [
        ("bergen", [(10, 20), (12, 31), (9, 15), (14, 22)]),
        ("oslo", [(11, 13), (16, 15), (20, 28), (12, 19)]),
        ("uppsala", [(30, 33), (22, 21), (25, 40)]),
    ]

    /// Seconds in the third condition of a study that has three.
    private func third(_ pair: (a: Double, b: Double)) -> Double { pair.a + pair.b }

    /// Sessions of the labs, merged in the given order.
    ///
    /// - Parameter pairs: most pairs of the first lab.
    private func report(
        _ labs: [Int],
        pairs: Int = 10,
        study: StudyFolder? = nil,
        options: Report.Options = Report.Options()
    ) async throws -> Report {
        let study = study ?? self.study
        let conditions = study.study.conditions.map(\.id)
        return try await withStore { all in
            for index in labs {
                try await withStore { store in
                    for (number, pair) in times[index].pairs
                        .prefix(index == 0 ? pairs : 10).enumerated()
                    {
                        let seconds = [pair.a, pair.b, third(pair)]
                        var session = Played(
                            participant: "\(times[index].lab.prefix(1))\(number + 1)",
                            runs: zip(conditions, seconds).map { condition, seconds in
                                Played.Run(task: "first", seconds: seconds, condition: condition)
                            }
                        )
                        session.conditions = conditions
                        try await session.record(in: store, study: study)
                    }
                    try store.setLab(times[index].lab)
                    _ = try await all.merge(store)
                }
            }
            return try Report(store: all, study: "small", options: options)
        }
    }

    /// A bundle does not name the labs, and neither do the tables and figures in it.
    @Test func aReportWithNewCodesNumbersTheLabs() async throws {
        var options = Report.Options()
        let codes = times.flatMap { lab, pairs in
            pairs.indices.map { "\(lab)/\(lab.prefix(1))\($0 + 1)" }
        }
        options.codes = Dictionary(
            uniqueKeysWithValues: zip(codes, codes.indices.map { "S\($0 + 10)" })
        )
        let files = try await report([0, 1, 2], options: options).parts
        let text = files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
        #expect(text.contains("lab 1 &") && text.contains("lab 3 &"))
        for (lab, _) in times { #expect(!text.contains(lab), "\(lab)") }
    }

    private func labs(_ report: Report) throws -> [String: Any]? {
        let data = Data(report.text("report.json").utf8)
        let json = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        return json?["labs"] as? [String: Any]
    }

    /// The other lab has times of two tasks.
    @Test func aLabWithoutATaskHasNoTotal() async throws {
        let study = smallStudy()
        let report = try await withStore { all in
            try await withStore { store in
                for (person, seconds) in [20.0, 24, 31].enumerated() {
                    let runs = ["first", "second"].map { Played.Run(task: $0, seconds: seconds) }
                    try await Played(participant: "B\(person)", runs: runs)
                        .record(in: store, study: study)
                }
                try store.setLab("bergen")
                _ = try await all.merge(store)
            }
            try await withStore { store in
                for (person, seconds) in [21.0, 25, 30].enumerated() {
                    let run = Played.Run(task: "first", seconds: seconds)
                    try await Played(participant: "O\(person)", source: .import, runs: [run])
                        .record(in: store, study: study)
                }
                try store.setLab("oslo")
                _ = try await all.merge(store)
            }
            return try Report(store: all, study: "small")
        }
        let outcome = try #require((try labs(report)?["outcomes"] as? [[String: Any]])?.first)
        #expect(outcome["pooled"] as? Double == nil)
        let text = report.text("report.md")
        #expect(text.contains("| oslo | 3 | - | - |"))
        #expect(text.contains("| bergen | 3 | 3 of 3 |"))
        let counted = "out of those who failed a task or have a judged attempt at every task. Times"
        #expect(text.contains("Completed: participants who completed every task, \(counted)"))
    }

    @Test func theRatioOfTimesIsPooledOverTheLabs() async throws {
        let report = try await report([0, 1, 2])
        let found = try #require(try labs(report))
        #expect(found["names"] as? [String] == ["bergen", "oslo", "uppsala"])
        let outcome = try #require((found["outcomes"] as? [[String: Any]])?.first)
        let estimates = try times.map { _, pairs in
            let test = try #require(pairedLogT(pairs.map(\.a), pairs.map(\.b)).value?.test)
            return SingleEstimate(value: test.difference, variance: test.error * test.error)
        }
        let expected = try #require(metaAnalysis(estimates).value)
        for (name, value) in [
            ("pooled", expected.pooled.value), ("low", expected.pooled.interval.low),
            ("high", expected.pooled.interval.high), ("q", expected.q.chiSquared),
            ("i_squared", expected.iSquared), ("tau_squared", expected.tauSquared),
        ] {
            let own = try #require(outcome[name] as? Double, "\(name)")
            #expect(abs(own - value) <= 1e-5 * max(abs(value), 1e-3), "\(name)")
        }
        let text = report.text("report.md")
        #expect(text.contains("## Labs"))
        #expect(text.contains("| bergen | 4 |"))
        #expect(
            text.contains("times, Condition a ÷ Condition b, leaving out one lab at a time")
        )
        #expect(text.contains("participant and lab as random effects: ratio of times"))
        #expect(report.text("report.html").contains("All labs"))
        #expect(text.contains("once, in 3 labs; "))
        #expect(text.contains("Mixed model of ln time, Condition a ÷ Condition b, with condition"))
    }

    /// The studies of earlier results files were not refused for their titles.
    @Test func conditionsWithOneTitleArePooledEachOnItsOwn() async throws {
        var three = smallStudy(conditions: ["a", "b", "c"])
        three.study.conditions[2].title = three.study.conditions[1].title
        let report = try await report([0, 1, 2], study: three)
        let outcomes = try #require(try labs(report)?["outcomes"] as? [[String: Any]])
        #expect(outcomes.count == 3)
        for (outcome, isThird) in zip(outcomes, [false, true]) {
            let estimates = try times.map { _, pairs in
                let seconds = isThird ? pairs.map(third) : pairs.map(\.b)
                let test = try #require(pairedLogT(pairs.map(\.a), seconds).value?.test)
                return SingleEstimate(value: test.difference, variance: test.error * test.error)
            }
            let expected = try #require(metaAnalysis(estimates).value?.pooled.value)
            let own = try #require(outcome["pooled"] as? Double)
            #expect(abs(own - expected) <= 1e-5 * abs(expected))
        }
        let models = report.text("report.md").split(separator: "\n")
            .filter { $0.hasPrefix("Mixed model of ln time, Condition") }
        #expect(models.count == 3)
        #expect(Set(models).count == 3)
    }

    @Test func theOrderOfMergingChangesNothing() async throws {
        let one = try await report([0, 1, 2]).files
        let other = try await report([2, 0, 1]).files
        #expect(one.map(\.path) == other.map(\.path))
        for (left, right) in zip(one, other) { #expect(left.bytes == right.bytes, "\(left.path)") }
    }

    @Test func oneLabHasNoSection() async throws {
        let report = try await report([1])
        #expect(try labs(report) == nil)
        for name in ["report.md", "report.html", "report.json"] {
            #expect(!report.text(name).contains("oslo"))
        }
    }

    @Test func aParticipantWithoutARowDoesNotDepartFromThePlan() async throws {
        let text = try await withStore { all in
            for (lab, sequence) in [("bergen", 0), ("oslo", 2)] {
                try await withStore { store in
                    let plan = PlannedSession(
                        table: "williams",
                        seed: 7,
                        sequence: sequence,
                        departure: "late"
                    )
                    let run = Played.Run(task: "first", seconds: 20)
                    try await Played(participant: lab, plan: plan, runs: [run]).record(in: store)
                    try store.setLab(lab)
                    _ = try await all.merge(store)
                }
            }
            return try Report(store: all, study: "small").text("report.md")
        }
        #expect(text.contains("| bergen | 0 | 1 | 0 | 0 | 1 |"))
        #expect(text.contains("| oslo | 0 | 1 | 0 | 1 | 0 |"))
    }

    /// Each of the eleven participants did the task twice in each condition.
    @Test func theModelTakesEachObservation() async throws {
        let text = try await withStore { all in
            for (lab, pairs) in times {
                try await withStore { store in
                    for (number, pair) in pairs.enumerated() {
                        let seconds = [
                            ("a", pair.a), ("b", pair.b), ("a", pair.b), ("b", pair.a + 5),
                        ]
                        try await Played(
                            participant: "\(lab.prefix(1))\(number + 1)",
                            source: .import,
                            conditions: ["a", "b"],
                            runs: seconds.map {
                                Played.Run(task: "first", seconds: $0.1, condition: $0.0)
                            }
                        ).record(in: store, study: study)
                    }
                    try store.setLab(lab)
                    _ = try await all.merge(store)
                }
            }
            return try Report(store: all, study: "small").text("report.md")
        }
        #expect(text.contains(", 44 observations; the labs account for"))
    }

    /// Two people answered in one condition, and three others in the other one.
    @Test func theNumberOfALabIsThatOfBothGroups() async throws {
        var study = self.study
        study.study.questionnaires[1] = Questionnaire(
            id: "after",
            title: "SEQ",
            items: InstrumentUse.items(of: try InstrumentLibrary.instrument("seq")),
            instrument: InstrumentUse(id: "seq")
        )
        let report = try await withStore { all in
            for lab in ["bergen", "oslo"] {
                try await withStore { store in
                    for number in 1...5 {
                        let condition = number < 3 ? "a" : "b"
                        let answer = Answered(
                            questionnaire: "after",
                            item: "seq-1",
                            condition: condition,
                            value: AnswerValue(
                                raw: "\(number)",
                                meaning: .number(Double(number))
                            )
                        )
                        try await Played(
                            participant: "\(lab.prefix(1))\(number)",
                            source: .import,
                            conditions: [condition],
                            answers: [answer]
                        ).record(in: store, study: study)
                    }
                    try store.setLab(lab)
                    _ = try await all.merge(store)
                }
            }
            return try Report(store: all, study: "small")
        }
        let outcome = try #require((try labs(report)?["outcomes"] as? [[String: Any]])?.first)
        let own = try #require(outcome["labs"] as? [[String: Any]])
        #expect(own.map { $0["n"] as? Int } == [5, 5])
    }

    /// A lab with one pair has no standard error: it is named and left out.
    @Test func aLabWithoutAnEstimateIsNamed() async throws {
        let text = try await report([0, 1, 2], pairs: 1).text("report.md")
        #expect(text.contains("bergen: left out, because there are fewer than two pairs."))
    }
}
