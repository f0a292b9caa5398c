import Foundation
import Reporting
import ResultsStore
import StudyDefinition
import Testing

/// Two conditions against each other: how failures enter, and what is said of it.
@Suite struct ComparisonTests {
    private let study = smallStudy(conditions: ["a", "b"])

    private func report(
        _ pairs: [(a: Double, b: Double, failed: String?)],
        onlyOne: Bool = false
    ) async throws -> Report {
        try await withStore { store in
            for (index, pair) in pairs.enumerated() {
                let runs = [("a", pair.a), ("b", pair.b)].map { condition, seconds in
                    Played.Run(
                        task: "first",
                        seconds: seconds,
                        ending: pair.failed == condition ? .gaveUp : .checkPassed,
                        condition: condition
                    )
                }
                let kept = onlyOne ? [runs[index % 2]] : runs
                var session = Played(participant: "P\(index + 1)", runs: kept)
                session.conditions = onlyOne ? [index % 2 == 0 ? "a" : "b"] : ["a", "b"]
                try await session.record(in: store, study: study)
            }
            return try Report(store: store, study: "small")
        }
    }

    private func comparison(_ report: Report) throws -> [String: Any] {
        let data = Data(report.text("report.json").utf8)
        let json = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        return try #require((json?["comparisons"] as? [[String: Any]])?.first)
    }

    private func task(_ report: Report) throws -> [String: Any] {
        try #require((try comparison(report)["tasks"] as? [[String: Any]])?.first)
    }

    @Test func onePairGivesNoRatioAndTheSentenceSaysOfWhat() async throws {
        let text = try await report([(10, 20, nil)]).text("report.md")
        #expect(
            text.contains(
                """
                The ratio of times over all tasks, Condition a ÷ Condition b, is not computable, \
                because there are fewer than two pairs.
                """
            )
        )
        #expect(text.contains("Task 1: no interval, because there is only one value."))
        #expect(!text.contains("answers counted"))
    }

    /// All eight were quicker in a; one very long time in b makes the interval include 1.
    @Test func anExtremeTimeIsNotCalledTheSourceOfTheDifference() async throws {
        var pairs: [(a: Double, b: Double, failed: String?)] = []
        for person in 0..<8 {
            let slow: Int = person == 3 ? 36000 : 26 + 2 * person
            pairs.append((Double(20 + person), Double(slow), nil))
        }
        let text = try await report(pairs).text("report.md")
        #expect(text.contains("The interval includes 1, but the rank test"))
        #expect(text.contains("(p = 0.0078). The ratio and the rank test disagree"))
        #expect(!text.contains("The difference comes from"))
    }

    /// As the titles of the template and of the page StudyFile.
    @Test func titlesThatBeginWithAPrepositionAreQuotedInSentences() async throws {
        var study = smallStudy(conditions: ["a", "b"])
        study.study.conditions[0].title = "With the new tool"
        study.study.conditions[1].title = "With the old tool"
        let titled = study
        let report = try await withStore { store in
            for person in 1...8 {
                let runs = [("a", 20), ("b", 40)].map { condition, seconds in
                    Played.Run(
                        task: "first",
                        seconds: Double(seconds + person),
                        condition: condition
                    )
                }
                try await Played(participant: "P\(person)", conditions: ["a", "b"], runs: runs)
                    .record(in: store, study: titled)
            }
            return try Report(store: store, study: "small")
        }
        let text = report.text("report.md")
        #expect(text.contains("“With the new tool” quicker: "))
        #expect(text.contains("less time than “With the old tool”"))
        #expect(text.contains("Under “With the new tool”, "))
        #expect(text.contains(" times as long as under “With the old tool” ("))
        #expect(try comparison(report)["first"] as? String == "With the new tool")
    }

    /// In b, everybody skipped or failed the second task: the ratio is from the first task alone.
    @Test(arguments: [Ending.skipped, .gaveUp])
    func aTaskWithoutTimesInOneConditionDoesNotCount(_ ending: Ending) async throws {
        let report = try await withStore { store in
            for person in 0..<8 {
                let runs = [("a", 20.0), ("b", 30.0)].flatMap { condition, seconds in
                    [
                        Played.Run(
                            task: "first",
                            seconds: seconds + Double(person * person),
                            condition: condition
                        ),
                        Played.Run(
                            task: "second",
                            seconds: 50,
                            ending: condition == "b" ? ending : .checkPassed,
                            condition: condition
                        ),
                    ]
                }
                try await Played(participant: "P\(person)", conditions: ["a", "b"], runs: runs)
                    .record(in: store, study: study)
            }
            return try Report(store: store, study: "small")
        }
        let words = "each counts equally, except those without a time in both conditions (Task 2: "
        #expect(report.text("report.md").contains(words), "\(report.text("report.md"))")
    }

    /// The mean of ln(10 ÷ 20) and ln(540 ÷ 430) is −0.233, so a takes 21 % less time per task. In
    /// total, a takes 9:10 and b 7:30.
    @Test(arguments: [(540, true), (430, false)])
    func aTotalTimeThatContradictsTheComparisonIsTold(long: Int, isOpposite: Bool) async throws {
        let report = try await withStore { store in
            for person in 0..<10 {
                // Factors whose mean of ln is 0.
                let factor = exp(Double(person % 2 == 0 ? 1 : -1) * Double(person / 2 + 1) / 50)
                let times = [("a", 10.0, Double(long)), ("b", 20 * factor, 430 * factor)]
                let runs = times.flatMap { condition, first, second in
                    [
                        Played.Run(task: "first", seconds: first, condition: condition),
                        Played.Run(task: "second", seconds: second, condition: condition),
                    ]
                }
                try await Played(participant: "P\(person)", conditions: ["a", "b"], runs: runs)
                    .record(in: store, study: study)
            }
            return try Report(store: store, study: "small")
        }
        let text = report.text("report.md")
        let headline = isOpposite ? "Condition a quicker per task: 2" : "Condition a quicker: "
        #expect(text.contains(headline), "\(text)")
        #expect(text.contains("less time per task on average"))
        #expect(text.contains("each counts equally"))
        let opposite = "longer with Condition a: 9:10, against 7:3"
        #expect(text.contains(opposite) == isOpposite)
        let why = "only those who completed every task, and in the total, long tasks count more"
        #expect(text.contains(why) == isOpposite)
        #expect(text.contains("clear difference per task, but not in the total") == isOpposite)
        #expect(report.terminalText.contains("longer with Condition a: 9:10") == isOpposite)
        #expect(text.contains("| Total time |"))
    }

    /// Six participants worked in both conditions, seven only in a: there is no group of b alone.
    @Test func pairsAreComparedWhereOneGroupAloneIsEmpty() async throws {
        let report = try await withStore { store in
            for person in 0..<13 {
                let conditions = person < 6 ? ["a", "b"] : ["a"]
                let runs = conditions.map { condition in
                    let seconds = Double(condition == "a" ? 30 + person : 140 - 2 * person)
                    return Played.Run(task: "first", seconds: seconds, condition: condition)
                }
                try await Played(participant: "P\(person)", conditions: conditions, runs: runs)
                    .record(in: store, study: study)
            }
            return try Report(store: store, study: "small")
        }
        let comparison = try comparison(report)
        #expect(comparison["design"] as? String == "within")
        let task = try task(report)
        #expect(task["ranked_n"] as? Int == 6)
        #expect(task["p"] as? Double == 2.0 / 64)
        let text = report.text("report.md")
        #expect(text.contains("Left out: 7 participants who worked in only one condition."))
    }

    /// Pairs of one sign.
    private func pairs(_ count: Int) -> [(a: Double, b: Double, failed: String?)] {
        (1...count).map { number in
            let seconds = 10 + Double(number)
            return (seconds, 3 * seconds - Double(number * number) / 20, nil)
        }
    }

    /// Eighteen pairs of one sign: p = 2/2¹⁸.
    @Test func aSmallPIsAnInequality() async throws {
        let text = try await report(pairs(18)).text("report.md")
        #expect(text.contains("(p &lt; 0.0001)"))
        #expect(!text.contains("= &lt;"))
    }

    /// 2/2¹⁰ is above 0.001, and 2/2¹¹ is below.
    @Test(arguments: [10, 11])
    func theSmallestAttainablePIsSaidOnlyOfFewParticipants(_ count: Int) async throws {
        let text = try await report(pairs(count)).text("report.md")
        let sentence = """
            The smallest p that is possible with so few participants is 0.0020 over all tasks
            """
        #expect(text.contains(sentence) == (count == 10))
        #expect(text.contains("The smallest p that is possible") == (count == 10))
    }

    /// Every ratio is 1/2: no spread, so no interval, and the rank test has its smallest p,
    /// 2/2⁴ = 0.125.
    @Test func theSmallestAttainablePIsSaid() async throws {
        let report = try await report([
            (10, 20, nil), (20, 40, nil), (15, 30, nil), (12, 24, nil),
        ])
        let task = try task(report)
        #expect(task["p"] as? Double == 0.125)
        #expect(task["smallest_p"] as? Double == 0.125)
        #expect(task["ratio"] as? Double == 0.5)
        #expect(task["ratio_low"] is NSNull)
        #expect(task["ratio_low_why"] as? String == "all differences are equal")
        let contrasts = report.text("tables/contrasts.csv")
        let ratio = "ratio of geometric means,0.5,,,all differences are equal,ratio,within,4,4"
        #expect(contrasts.contains(ratio), "\(contrasts)")
        #expect(report.text("report.md").contains("possible with so few participants is 0.125"))
    }

    /// P1 failed with a in 5 s: the worst of all differences, although the quickest time. Ranks of
    /// the others are 1 to 3, all below zero: W⁺ = 4 of 10, r = (4 − 6)/10 = −0.2. Of the four
    /// pairs three are complete.
    @Test func aFailureIsWorseThanEverySuccessAndIsCountedAsDropped() async throws {
        let report = try await report([
            (5, 50, "a"), (10, 11, nil), (10, 20, nil), (10, 40, nil),
        ])
        let task = try task(report)
        #expect(task["ranked_n"] as? Int == 4)
        #expect(abs((task["rank_effect"] as? Double ?? 0) + 0.2) < 1e-12)
        #expect(task["ratio_n"] as? Int == 3)
        #expect(task["ratio_dropped"] as? Int == 1)
        // (1.1 · 2 · 4)^(−1/3)
        #expect(abs((task["ratio"] as? Double ?? 0) - pow(8.8, -1.0 / 3)) < 1e-9)
        #expect(task["completed_first"] as? Int == 3)
        #expect(report.text("report.md").contains("Failures: a "))
    }

    @Test func groupsOfDifferentPeopleAreComparedAsSuch() async throws {
        let report = try await report(
            [(10, 0, nil), (0, 30, nil), (20, 0, nil), (0, 40, nil), (15, 0, nil), (0, 50, nil)],
            onlyOne: true
        )
        let value = try comparison(report)
        #expect(value["design"] as? String == "between")
        // Two groups of three, wholly apart: 2 / C(6, 3) = 0.1.
        #expect(try task(report)["p"] as? Double == 0.1)
        #expect(try task(report)["rank_effect"] as? Double == -1)
        #expect(
            report.text("report.md").contains(
                "3 participants with Condition a, 3 others with Condition b."
            )
        )
    }

    /// A report on two groups of ten people with the same times. Only `count` people of the second
    /// group attempted the second task, which takes long.
    private func withoutLongTask(attemptedBy count: Int) async throws -> Report {
        let study = smallStudy(conditions: ["a", "b"])
        return try await withStore { store in
            for person in 0..<10 {
                for condition in ["a", "b"] {
                    let few = Double(person * 7 % 10) + (condition == "a" ? 0 : 0.5)
                    var runs = [Played.Run(task: "first", seconds: 50 + few, condition: condition)]
                    if condition == "a" || person < count {
                        runs.append(.init(task: "second", seconds: 300 + few, condition: condition))
                    }
                    try await Played(
                        participant: "\(condition)\(person)",
                        conditions: [condition],
                        runs: runs
                    ).record(in: store, study: study)
                }
            }
            return try Report(store: store, study: "small")
        }
    }

    /// People who had not attempted the long task ranked as the fastest.
    @Test(arguments: [1, 3, 10])
    func whoDidNotAttemptTheLongTaskIsNotFaster(count: Int) async throws {
        let value = try comparison(try await withoutLongTask(attemptedBy: count))
        let overall = try #require(value["overall"] as? [String: Any])
        #expect(overall["ranked_n"] as? Int == 20)
        #expect(overall["p"] as? Double ?? 0 > 0.3)
        #expect(abs(overall["rank_effect"] as? Double ?? 1) < 0.3)
    }

    /// The model took the difference between two tasks for a difference between the conditions.
    @Test func aTaskWithTimesInOneConditionIsNotInTheMixedModel() async throws {
        let value = try comparison(try await withoutLongTask(attemptedBy: 0))
        let model = value["mixed_model"] as? [String: Any]
        #expect(model?["observations"] as? Int != 30, "\(value)")
        let report = try await withoutLongTask(attemptedBy: 0).text("report.md")
        #expect(report.contains("Sensitivity analysis, a mixed model of ln time: not computable"))
    }

    @Test func oneConditionHasNoComparison() async throws {
        let report = try await single()
        #expect(!report.text("report.md").contains("Comparison of conditions"))
        #expect(!report.text("report.json").contains("comparisons"))
    }

    private func single() async throws -> Report {
        try await withStore { store in
            try await Played(participant: "P1", runs: [.init(task: "first", seconds: 5)])
                .record(in: store)
            return try Report(store: store, study: "small")
        }
    }

    /// The sentence follows from both numbers; here they disagree: three ratios of 1/2 give or take
    /// nothing but a failure on the other side.
    @Test func theSummaryDoesNotClaimWhatTheTestDoesNotShow() async throws {
        let report = try await report([
            (10, 20, nil), (10, 21, nil), (10, 19, nil), (10, 22, nil),
        ])
        let text = report.text("report.md")
        #expect(
            text.contains("The interval excludes 1, but the rank test, which ranks failures last,")
        )
        #expect(!text.contains("would rarely give"))
    }

    /// The report on some sessions, compared with those of another file.
    private func report(
        _ own: [Played],
        with others: [Played],
        study: StudyFolder = smallStudy()
    ) async throws -> Report {
        try await withStore { here in
            try await withStore { there in
                for session in own { try await session.record(in: here, study: study) }
                for session in others { try await session.record(in: there, study: study) }
                var options = Report.Options()
                options.other = there
                return try Report(store: here, study: "small", options: options)
            }
        }
    }

    @Test func anotherFileStandsBesideThisOne() async throws {
        let files = [10.0, 30.0].map { base in
            (1...3).map { number in
                Played(
                    participant: "P\(number)",
                    runs: [.init(task: "first", seconds: base + Double(number))]
                )
            }
        }
        let report = try await report(files[0], with: files[1])
        let text = report.text("report.md")
        #expect(text.contains("Compared with another file"))
        #expect(text.contains("treated as different people"))
        #expect(report.text("report.json").contains("\"other_file\""))
    }

    /// The other file has this file's version of the study, and a later one.
    @Test func theSameVersionOfAnotherFileIsCompared() async throws {
        let run = Played.Run(task: "first", seconds: 20)
        let text = try await withStore { here in
            try await withStore { there in
                for store in [here, there] {
                    try await Played(participant: "P1", runs: [run]).record(in: store)
                }
                try await Played(participant: "P2", day: 1, runs: [run])
                    .record(in: there, study: smallStudy(version: "2", hash: "h2"))
                var options = Report.Options()
                options.other = there
                return try Report(store: here, study: "small", options: options).text("report.md")
            }
        }
        #expect(text.contains("Compared with another file"))
        #expect(!text.contains("other file, version 2"))
    }

    private func otherSample(_ report: Report) throws -> [String: Any] {
        let data = Data(report.text("report.json").utf8)
        let json = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        return try #require(json?["other_sample"] as? [String: Any])
    }

    @Test(arguments: [
        (SessionStart.Source.simulated, "simulated", "is simulated"),
        (SessionStart.Source.script, "scripted", "was run by a script"),
    ])
    func anotherFileInWhichNobodyTookPartIsNamedAtTheTop(
        source: SessionStart.Source,
        kind: String,
        words: String
    ) async throws {
        func runs(_ seconds: Double) -> [Played.Run] {
            ["first", "second"].map { .init(task: $0, seconds: seconds) }
        }
        let report = try await report(
            [("P1", 10), ("P2", 20)].map { Played(participant: $0, runs: runs($1)) },
            with: [("S1", 20), ("S2", 40), ("S3", 40)].map {
                Played(participant: $0, source: source, pilot: $0 == "S3", runs: runs($1))
            }
        )
        let notice = try #require(try JSONReport(report).notices.first)
        #expect(notice.hasPrefix("Every session in the other file \(words)"))
        #expect(report.terminalText.contains("Every session in the other file \(words)"))
        let text = report.text("report.md")
        #expect(text.contains("This file and the \(kind) other file"))
        // The terminal shows the exclusions and the verdict, but not the tables below it.
        #expect(report.terminalText.contains("- pilot session, never analysed (1): S3"))
        #expect(report.terminalText.contains("With this file, tasks took 0.50 times as long"))
        #expect(!report.terminalText.contains("Ranking of times"))
        #expect(text.contains("- pilot session, never analysed (1): S3"))
        let sample = try otherSample(report)
        #expect(sample["participants"] as? [String] == ["S1", "S2"])
        #expect(sample["scripted"] as? Bool == true)
        #expect(sample["simulated"] as? Bool == (source == .simulated))
    }

    /// A session is known by its identity, not by the participant's code.
    @Test func sessionsInBothFilesAreNamedAtTheTop() async throws {
        let run = Played.Run(task: "first", seconds: 10)
        let own = ["P1", "P2"].map { Played(participant: $0, runs: [run]) }
        let another = Played(participant: "P2", day: 1, runs: [run])
        let report = try await report(own, with: [own[0], another])
        let notice = try #require(try JSONReport(report).notices.first)
        #expect(notice.hasPrefix("Both files have the sessions of P1. "))
        #expect(try otherSample(report)["in_both_files"] as? [String] == ["P1"])
    }

    @Test func withoutAComparisonNothingIsSaidOfSessionsInBothFiles() async throws {
        var study = smallStudy()
        study.study.phases = [.questionnaire("before"), .eachCondition([.questionnaire("after")])]
        let played = Played(participant: "P1")
        let report = try await report([played], with: [played], study: study)
        #expect(try otherSample(report)["in_both_files"] as? [String] == ["P1"])
        let text = report.text("report.md")
        #expect(text.contains("The two files have no task in common under the same condition."))
        #expect(!text.contains("Both files have the sessions"))
    }

    /// Every person worked on both tasks, so the model's interval is that of a t test on the means
    /// of ln time of each person: t(0.975, 4) = 2.776445.
    @Test(arguments: ["P", "Q"])
    func equalCodesInTwoFilesAreTwoPeopleInTheMixedModel(otherCode: String) async throws {
        let times: [[(first: Double, second: Double)]] = [
            [(5, 12), (7, 15), (10, 25)], [(9, 22), (13, 35), (20, 46)],
        ]
        let files = zip(["P", otherCode], times).map { code, times in
            times.enumerated().map { number, pair in
                Played(
                    participant: "\(code)\(number)",
                    runs: [
                        .init(task: "first", seconds: pair.first),
                        .init(task: "second", seconds: pair.second),
                    ]
                )
            }
        }
        let report = try await report(files[0], with: files[1])
        #expect(report.text("report.md").contains("over 12 successes of 6 participants"))
        let means = times.map { $0.map { (log($0.first) + log($0.second)) / 2 } }
        let centres = means.map { $0.reduce(0, +) / 3 }
        let squares = zip(means, centres).flatMap { values, centre in
            values.map { ($0 - centre) * ($0 - centre) }
        }
        let margin = 2.776445 * (squares.reduce(0, +) / 4 * 2 / 3).squareRoot()
        let data = Data(report.text("report.json").utf8)
        let json = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        let other = try #require((json?["other_file"] as? [[String: Any]])?.first)
        let model = try #require(other["mixed_model"] as? [String: Any])
        let expected = [
            "condition": centres[0] - centres[1],
            "condition_low": centres[0] - centres[1] - margin,
            "condition_high": centres[0] - centres[1] + margin,
        ]
        for (name, value) in expected {
            #expect(abs((model[name] as? Double ?? 0) / exp(value) - 1) < 1e-3, "\(name)")
        }
    }

    /// The second task was never begun: nobody is in the denominator, here as in the summary.
    @Test func whoCompletedEveryTaskIsCountedAsInTheSummary() async throws {
        let report = try await report([(10, 20, nil), (12, 22, nil), (15, 31, nil)])
        let overall = try #require(try comparison(report)["overall"] as? [String: Any])
        #expect(overall["completed_first"] as? Int == 0)
        #expect(overall["attempts_first"] as? Int == 0)
        let text = report.text("report.md")
        #expect(text.contains("| Every task | - | - | - | - | - |"))
        #expect(!text.contains("completed every task."))
    }

    /// A plan of two sessions: the second takes nothing from the first.
    @Test func sessionsOfDifferentConditionsBelongToOneParticipant() async throws {
        let report = try await withStore { store in
            for index in 1...3 {
                for (period, condition) in ["a", "b"].enumerated() {
                    var session = Played(
                        participant: "P\(index)",
                        runs: [
                            .init(
                                task: "first",
                                seconds: Double(10 * index + 5 * period),
                                condition: condition
                            )
                        ]
                    )
                    session.conditions = [condition]
                    session.plan = PlannedSession(
                        table: "williams",
                        seed: 1,
                        sequence: 1,
                        period: period + 1
                    )
                    try await session.record(in: store, study: study)
                }
            }
            return try Report(store: store, study: "small")
        }
        let value = try comparison(report)
        #expect(value["design"] as? String == "within")
        #expect(try task(report)["ratio_n"] as? Int == 3)
        #expect(report.text("report.json").contains("\"exclusions\": []"))
        let text = report.text("report.md")
        #expect(text.contains("3 participants, 2 tasks, 2 conditions."))
        #expect(text.contains("3 participants worked in both conditions"))
    }
}
