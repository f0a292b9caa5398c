import Exchange
import Foundation
import Instruments
import Reporting
import ResultsStore
import Testing

@testable import StudyDefinition

/// Tests that a study registers. Reference values are from R 4.2 (lme4, lmerTest, survival) and
/// statsmodels 0.15 on the same times.
@Suite struct RegisteredTests {
    /// Seconds by participant, for the conditions a, b and c; negative: gave up after as long.
    private let times: [[Double]] = [
        [30, 61, 55], [33, 52, 60], [36, -90, 58], [40, 81, 47], [28, 58, 66], [35, 69, 41],
        [31, -95, 77], [38, 75, 52],
    ]

    private func rows(
        _ tests: [RegisteredTest],
        failures: RegisteredFailures? = nil,
        failing: String? = nil
    ) async throws -> [[String]] {
        let conditions = ["a", "b", "c"]
        var analysis = RegisteredAnalysis(primary: .init(measure: .time))
        analysis.tests = tests
        analysis.failures = failures
        var study = smallStudy(conditions: conditions)
        study.study.analysis = analysis
        let report = try await withStore { store in
            for (person, row) in times.enumerated() {
                let runs = zip(conditions, row).map { condition, seconds in
                    Played.Run(
                        task: "first",
                        seconds: abs(seconds),
                        ending: seconds > 0 && condition != failing ? .checkPassed : .gaveUp,
                        condition: condition
                    )
                }
                try await Played(participant: "P\(person)", conditions: conditions, runs: runs)
                    .record(in: store, study: study)
            }
            return try Report(store: store, study: "small")
        }
        #expect(report.text("report.md").contains("Registered test 1:"))
        return self.rows(of: report)
    }

    /// A report on imported attempts. `attempts` are lines of participant, condition, task, time and
    /// outcome.
    private func imported(
        _ attempts: [String],
        _ tests: [RegisteredTest],
        conditions: [String] = ["a", "b"],
        failures: RegisteredFailures? = nil
    ) async throws -> Report {
        var analysis = RegisteredAnalysis(primary: .init(measure: .time))
        analysis.tests = tests
        analysis.failures = failures
        var study = smallStudy(conditions: conditions)
        study.study.analysis = analysis
        return try await imported(
            "id,c,task,s,end",
            attempts,
            mapping: """
                outcome: {column: end, values: {}}
                times: [{column: s, unit: s}]
                repeats: keep
                """,
            study
        )
    }

    /// A report on an imported table, whose columns `id`, `c` and `task` are the participant, the
    /// condition and the task.
    private func imported(
        _ heading: String,
        _ lines: [String],
        mapping: String,
        _ study: StudyFolder
    ) async throws -> Report {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tests-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func file(_ name: String, _ text: String) throws -> Importer.File {
            let url = folder.appending(path: name)
            try text.write(to: url, atomically: true, encoding: .utf8)
            return Importer.File(url: url, name: name)
        }
        let data = try file("d.csv", ([heading] + lines).joined(separator: "\n") + "\n")
        let mapping = try file(
            "m.yaml",
            """
            format: 1
            participant: id
            condition: {column: c}
            task: {column: task}
            \(mapping)
            """
        )
        return try await withStore { store in
            _ = try await MappedImport(study: study).importFile(data, mapping: mapping, into: store)
            return try Report(store: store, study: "small")
        }
    }

    /// Repeating a task discards its earlier run, also if the last run is no attempt.
    @Test(arguments: [Ending.skipped, .checkerFault])
    func aDiscardedRunIsInNoRegisteredTest(_ ending: Ending) async throws {
        func rows(hasFirstRun: Bool) async throws -> [[String]] {
            var analysis = RegisteredAnalysis(primary: .init(measure: .time))
            analysis.tests = [.init(measure: .time, method: .mixedModel)]
            var study = smallStudy(conditions: ["a", "b"])
            study.study.analysis = analysis
            let report = try await withStore { store in
                for (person, row) in times.enumerated() {
                    var runs = zip(["a", "b"], row).map { condition, seconds in
                        Played.Run(task: "first", seconds: abs(seconds), condition: condition)
                    }
                    if person == 0 {
                        let last = Played.Run(
                            task: "first",
                            seconds: 5,
                            ending: ending,
                            condition: "a"
                        )
                        runs.replaceSubrange(hasFirstRun ? 1..<1 : 0..<1, with: [last])
                    }
                    try await Played(participant: "P\(person)", conditions: ["a", "b"], runs: runs)
                        .record(in: store, study: study)
                }
                return try Report(store: store, study: "small")
            }
            return self.rows(of: report)
        }
        #expect(try await rows(hasFirstRun: true) == rows(hasFirstRun: false))
    }

    private func rows(of report: Report) -> [[String]] {
        report.text("tables/registered.csv").split(separator: "\n").dropFirst().map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
    }

    private func number(_ rows: [[String]], _ effect: String, _ column: Int) throws -> Double {
        let row = try #require(rows.first { $0[4] == effect })
        return try #require(Double(row[column]), "\(row)")
    }

    @Test(arguments: [false, true])
    func hypothesesArePrintedWithAndWithoutTests(hasTests: Bool) async throws {
        var analysis = RegisteredAnalysis(primary: .init(measure: .time))
        // In a list, "2." would begin a list of its own, and "# " a heading.
        analysis.hypotheses = ["Tasks take less time with a.", "2. So do all.", "# Few fail."]
        if hasTests { analysis.tests = [.init(measure: .time, method: .means)] }
        var study = smallStudy(conditions: ["a", "b"])
        study.study.analysis = analysis
        let text = try await withStore { store in
            try await Played(participant: "P1", conditions: ["a", "b"])
                .record(in: store, study: study)
            return try Report(store: store, study: "small")
        }.text("report.md")
        #expect(
            text.contains(
                """
                Registered hypotheses:

                - Tasks take less time with a.
                - 2\\. So do all.
                - \\# Few fail.
                """
            )
        )
        #expect(text.contains("Registered test 1:") == hasTests)
    }

    @Test func mixedModelOfTimes() async throws {
        let rows = try await rows([.init(measure: .time, method: .mixedModel)])
        #expect(rows.map { $0[4] }.first == "All conditions")
        let effect = "Condition b ÷ Condition a"
        #expect(abs(try number(rows, effect, 6) - 1.93856318) < 1e-6)
        #expect(abs(try number(rows, effect, 10) - 4.60824396e-07) < 1e-12)
        let holm = try number(rows, effect, 11)
        #expect(abs(holm - 3 * 4.60824396e-07) < 1e-11)
    }

    @Test func leastSquaresOfTimes() async throws {
        let rows = try await rows([.init(measure: .time, method: .leastSquares)])
        let robust = "Condition b ÷ Condition a (HC3)"
        #expect(abs(try number(rows, robust, 7) - 1.61315834) < 1e-7)
        #expect(abs(try number(rows, robust, 8) - 2.32960838) < 1e-7)
        let clustered = "Condition b ÷ Condition a (clustered)"
        #expect(abs(try number(rows, clustered, 7) - 1.73505591) < 1e-7)
        #expect(abs(try number(rows, clustered, 8) - 2.16594012) < 1e-7)
        // Holm's correction is across the pairs, separately for each type of error.
        for type in ["(HC3)", "(clustered)"] {
            let own = rows.filter { $0[4].hasSuffix(type) }
            let least = try #require(own.compactMap { Double($0[10]) }.min())
            let adjusted = try #require(own.compactMap { Double($0[11]) }.min())
            #expect(own.count == 3 && abs(adjusted / (3 * least) - 1) < 1e-9)
        }
    }

    /// Nobody succeeds in condition c: only one pair remains, whose p needs no correction.
    @Test func aConditionWithoutTimesAddsNothingToHolmsCorrection() async throws {
        let rows = try await rows([.init(measure: .time, method: .leastSquares)], failing: "c")
        let own = rows.filter { $0[4].hasPrefix("Condition b ÷ Condition a") }
        #expect(own.count == 2)
        #expect(own.allSatisfy { !$0[10].isEmpty && $0[11].isEmpty })
        #expect(rows.contains { $0[4].hasPrefix("Condition c") && !$0[12].isEmpty })
    }

    /// Failures count with the limit of 60 seconds.
    @Test func meansWithTheTimeLimitOfFailures() async throws {
        let rows = try await rows([.init(measure: .time, method: .means)], failures: .timeLimit)
        #expect(rows.first?[4] == "All conditions (repeated measures)")
        let effect = "Condition b ÷ Condition a"
        let known = [
            1.898393547791028, 1.7446338761816846, 2.065704507688523, 4.121091378044005e-07,
        ]
        for (column, value) in zip([6, 7, 8, 10], known) {
            #expect(abs(try number(rows, effect, column) / value - 1) < 1e-8)
        }
    }

    /// Everybody worked in both conditions, but most succeeded in one of them only. The two with both
    /// times are compared with themselves, and the others are left out.
    @Test(arguments: [["a", "b"], ["a", "b", "c"]])
    func theDesignIsThatOfTheStudyAndNotOfTheValues(conditions: [String]) async throws {
        let times = [(20, 30), (24, 48), (25, -60), (31, -60), (-60, 40), (-60, 55)]
        let attempts = times.enumerated().flatMap { person, row in
            zip(conditions, [row.0, row.1, row.1]).map { condition, seconds in
                "p\(person),\(condition),first,\(abs(seconds)),"
                    + (seconds > 0 ? "success" : "gave-up")
            }
        }
        let tests = [RegisteredTest(measure: .time, method: .means)]
        let rows = rows(of: try await imported(attempts, tests, conditions: conditions))
        let effect = "Condition b ÷ Condition a"
        #expect(rows.first { $0[4] == effect }?[9].hasPrefix("t(1.0) = ") == true, "\(rows)")
        #expect(abs(try number(rows, effect, 6) / 3.0.squareRoot() - 1) < 1e-9)
        if conditions.count > 2 { #expect(rows[0][4] == "All conditions (repeated measures)") }
    }

    @Test func benchmarkOfTimesAndOfCompletion() async throws {
        let rows = try await rows([
            .init(measure: .time, method: .benchmark, against: 40),
            .init(measure: .completion, method: .benchmark, against: 0.7),
        ])
        #expect(abs(try number(rows, "Condition a", 6) - 33.65473162) < 1e-7)
        #expect(abs(try number(rows, "Condition a", 10) - 0.00524372453) < 1e-10)
        #expect(rows.count == 6)
    }

    /// The note has the registered value, and not a rounded one.
    @Test(arguments: [(12.25, 0.785, "12.25", "78.5"), (40.0, 0.07, "40.0", "7")])
    func aBenchmarkIsNotRounded(
        seconds: Double,
        share: Double,
        time: String,
        rate: String
    ) async throws {
        let attempts = ["p,a,first,20,success", "p,b,first,30,gave-up"]
        let tests = [
            RegisteredTest(measure: .time, method: .benchmark, against: seconds),
            RegisteredTest(measure: .completion, method: .benchmark, against: share),
        ]
        let text = try await imported(attempts, tests).text("report.md")
        #expect(text.contains("compared with \(time); two-sided"))
        #expect(text.contains("asks whether the share is above \(rate) %."))
    }

    /// Equal times have a mean, but no interval.
    @Test func aBenchmarkOfEqualTimesHasItsMean() async throws {
        let attempts = ["p,a", "q,a", "p,b", "q,b"].map { "\($0),first,50,success" }
        let tests = [RegisteredTest(measure: .time, method: .benchmark, against: 40)]
        let report = try await imported(attempts, tests)
        let row = try #require(rows(of: report).first { $0[4] == "Condition a" })
        #expect(abs((Double(row[6]) ?? 0) - 50) < 1e-9)
        #expect(row[7] == "" && row[8] == "" && row[12] == "all values are equal")
        let words = "Condition a, seconds 50.00, no interval, because all values are equal"
        let text = report.text("report.md")
        #expect(text.contains(words), "\(text)")
        #expect(text.contains("No interval: Condition a: all values are equal."))
        #expect(!text.contains("Not computable: Condition a"))
        let json = report.text("report.json")
        #expect(json.contains("\"low_why\"") && !json.contains("\"estimate_why\""), "\(json)")
    }

    /// The mean of a participant's times of 20 and 80 s is 40 s, and not their sum.
    @Test func aBenchmarkOfSeveralTasksIsComparedWithTheirGeometricMean() async throws {
        let attempts = (0..<3).flatMap { person in
            ["first,\(20 + person)", "second,\(80 - person)"].map { "p\(person),a,\($0),success" }
        }
        let tests = [RegisteredTest(measure: .time, method: .benchmark, against: 50)]
        let report = try await imported(attempts + ["q,b,first,9,success"], tests)
        let text = report.text("report.md")
        #expect(text.contains("the geometric mean of the times of the tasks, compared with 50.0;"))
        let mean = try number(rows(of: report), "Condition a", 6)
        #expect(abs(mean - pow(20 * 80 * 21 * 79 * 22 * 78, 1.0 / 6)) < 1e-9)
    }

    /// Condition a is quicker than every other time: the hazard ratio has no bound.
    @Test func survivalOfTimes() async throws {
        let rows = try await rows([.init(measure: .time, method: .survival)])
        let joint = try #require(rows.first { $0[5] == "test" })
        #expect(joint[9] == "χ²(2) = 34.65")
        #expect(rows.contains { $0[5] == "hazard ratio" && $0[12].contains("unbounded") })
        #expect(try number(rows, "The first (Condition a): median", 6) == 34)
    }

    @Test func bootstrapIsTheSameEveryTime() async throws {
        let rows = try await rows([.init(measure: .time, method: .bootstrap)])
        let effect = "Condition c ÷ Condition a"
        let ends = try (number(rows, effect, 7), number(rows, effect, 8))
        #expect(ends.0 > 1.3 && ends.0 < 1.66556 && ends.1 > 1.66557 && ends.1 < 2.2)
        #expect(rows == (try await self.rows([.init(measure: .time, method: .bootstrap)])))
    }

    /// The codes are exchanged among the participants.
    @Test(arguments: [true, false])
    func bootstrapDoesNotDependOnTheParticipantsCodes(isWithin: Bool) async throws {
        let pairs = [
            (20, 31), (25, 24), (33, 60), (18, 40), (41, 45), (29, 90), (22, 23), (50, 75),
        ]
        func intervals(_ codes: [Int]) async throws -> [[String]] {
            let attempts = zip(codes, pairs).flatMap { code, times in
                [
                    "p\(code),a,first,\(times.0),success",
                    "p\(isWithin ? code : code + 50),b,first,\(times.1),success",
                ]
            }
            let test = RegisteredTest(measure: .time, method: .bootstrap)
            return rows(of: try await imported(attempts, [test]))
        }
        let codes = Array(11...18)
        let found = try await intervals(codes)
        #expect(found.contains { !$0[7].isEmpty && !$0[8].isEmpty })
        #expect(try await intervals(codes.reversed()) == found)
        #expect(try await intervals([13, 18, 11, 16, 12, 17, 15, 14]) == found)
    }

    /// Every success in condition a, so that its logarithm of odds has no bound.
    @Test func completionWithoutABoundIsNotComputable() async throws {
        let rows = try await rows([.init(measure: .completion, method: .mixedModel)])
        #expect(rows.contains { $0[12].contains("unbounded") })
    }

    /// Only condition b has the second task. A comparison leaves it out; a benchmark does not.
    @Test(arguments: [["a", "b"], ["b", "a"]])
    func attemptsAtATaskThatAConditionLacksAreUsedOrCounted(conditions: [String]) async throws {
        let people: [(a: Int, first: Int, second: Int)] = [
            (30, 20, 80), (35, 22, 83), (40, 28, 86), (45, 38, 89),
        ]
        let attempts = people.enumerated().flatMap { place, times in
            [
                "p\(place),a,first,\(times.a),success", "p\(place),b,first,\(times.first),success",
                "p\(place),b,second,\(times.second),success",
            ]
        }
        let tests = [RegisteredTest.Method.benchmark, .means, .survival].map {
            RegisteredTest(measure: .time, method: $0, against: $0 == .benchmark ? 40 : nil)
        }
        let report = try await imported(attempts, tests, conditions: conditions)
        let rows = rows(of: report)
        let logs = people.map { (log(Double($0.first)), log(Double($0.second)), log(Double($0.a))) }
        let mean = logs.reduce(0.0) { $0 + ($1.0 + $1.1) / 8 }
        #expect(abs(try number(rows, "Condition b", 6) / exp(mean) - 1) < 1e-9)
        let ratio = exp(logs.reduce(0.0) { $0 + ($1.0 - $1.2) / 4 })
        let isReversed = conditions[0] == "b"
        let effect = isReversed ? "Condition a ÷ Condition b" : "Condition b ÷ Condition a"
        let found = try number(rows, effect, 6)
        #expect(abs((isReversed ? 1 / found : found) / ratio - 1) < 1e-9)
        #expect(rows.contains { $0[4] == "The second (Condition b): median" && $0[6] != "" })
        let left = "4 attempts left out: at least one condition has no value for “The second”."
        #expect(report.text("report.md").components(separatedBy: left).count == 2)
        #expect(report.text("report.md").contains("can be compared between them in this table."))
        let uneven = "At least one condition has no time for “The second”, so the means of the"
        #expect(report.text("report.md").components(separatedBy: uneven).count == 2)
    }

    /// The value of a task is the geometric mean over its runs. Each task counts once, and each
    /// failure has the limit of 60 seconds, also beside a success.
    @Test func repeatedRunsOfATaskAreOneValue() async throws {
        let attempts = [
            "p,a,first,10,success", "p,a,first,40,success", "p,a,second,45,success",
            "q,a,first,10,gave-up", "q,a,first,20,success", "q,a,second,30,gave-up",
            "q,a,second,35,gave-up", "p,b,first,50,success", "q,b,first,40,gave-up",
        ]
        let tests = [RegisteredTest(measure: .time, method: .benchmark, against: 40)]
        let report = try await imported(attempts, tests, failures: .timeLimit)
        let rows = rows(of: report)
        // √(20 · 45) = 30, √(√(60 · 20) · 60) = 45.6 and √(50 · 60) = 54.8.
        let expected = (30 * (1200.0.squareRoot() * 60).squareRoot()).squareRoot()
        #expect(abs(try number(rows, "Condition a", 6) / expected - 1) < 1e-9)
        #expect(abs(try number(rows, "Condition b", 6) / 3000.0.squareRoot() - 1) < 1e-9)
        let words = "The registered rule for failures applies to each failed observation."
        #expect(report.text("report.md").contains(words))
    }

    @Test func attemptsWithoutATimeAreCountedWhereMeansAreCompared() async throws {
        let attempts = ["a", "b"].flatMap { condition in
            (0..<4).map { "p\($0),\(condition),first,\(20 + 3 * $0),success" }
        }
        let tests = [RegisteredTest.Method.means, .bootstrap, .benchmark].map {
            RegisteredTest(measure: .time, method: $0, against: $0 == .benchmark ? 40 : nil)
        }
        let report = try await imported(attempts + ["p4,a,first,30,gave-up"], tests)
        let left = "1 attempt left out: no success, or no time."
        #expect(report.text("report.md").components(separatedBy: left).count == 4)
    }

    @Test func attemptsWithoutATimeAreCountedInASurvivalTest() async throws {
        let attempts = ["a", "b"].flatMap { condition in
            (0..<4).map { "p\($0),\(condition),first,\(20 + 3 * $0),success" }
        }
        let tests = [RegisteredTest(measure: .time, method: .survival)]
        let others = ["p4,a,first,,gave-up", "p5,a,first,,success", "p6,a,first,9,gave-up"]
        let text = try await imported(attempts + others, tests).text("report.md")
        #expect(text.contains("2 attempts left out: no time."))
        #expect(text.contains("A hazard ratio above 1 means that participants with the condition"))
    }

    /// The mean of q3 does not cover the second task.
    @Test func meansOverOnlySomeTasksAreCounted() async throws {
        let attempts = [("p", "a"), ("q", "b")].flatMap { person, condition in
            (0..<4).flatMap { number in
                ["first", "second"].map {
                    "\(person)\(number),\(condition),\($0),\(20 + 3 * number),success"
                }
            }
        }
        let tests = [RegisteredTest(measure: .time, method: .means)]
        let complete = try await imported(attempts, tests).text("report.md")
        #expect(!complete.contains("only some of the tasks"))
        let failed = Array(attempts.dropLast()) + ["q3,b,second,29,gave-up"]
        let text = try await imported(failed, tests).text("report.md")
        #expect(text.contains("; means over only some of the tasks: 1 of 8"))
        #expect(text.contains("Values that are means over only some of the tasks: 1 of 8. "))
    }

    /// The mean of r3 does not cover the second task. Each line of the card compares two
    /// conditions, and counts only their means.
    @Test func meansOverOnlySomeTasksAreCountedForEachPair() async throws {
        let attempts = [("p", "a"), ("q", "b"), ("r", "c")].flatMap { person, condition in
            (0..<4).flatMap { number in
                ["first", "second"].map {
                    "\(person)\(number),\(condition),\($0),\(20 + 3 * number),success"
                }
            }
        }
        let failed = Array(attempts.dropLast()) + ["r3,c,second,29,gave-up"]
        let tests = [RegisteredTest(measure: .time, method: .means)]
        let report = try await imported(failed, tests, conditions: ["a", "b", "c"])
        let text = report.text("report.md")
        let ofPairs = text.components(separatedBy: "; means over only some of the tasks: 1 of 8")
        #expect(ofPairs.count == 3, "\(text)")
        #expect(text.components(separatedBy: "; means over only some").count == 3)
        #expect(text.contains("Values that are means over only some of the tasks: 1 of 12. "))
    }

    /// Only the first of two tasks has a time limit, or none has.
    @Test(arguments: [[60.0, 0], [0, 0]])
    func failuresWithoutATimeLimitAreSaidToBeLeftOut(_ limits: [Double]) async throws {
        var analysis = RegisteredAnalysis(primary: .init(measure: .time))
        analysis.tests = [.init(measure: .time, method: .means)]
        analysis.failures = .timeLimit
        var study = smallStudy(conditions: ["a", "b"])
        study.study.analysis = analysis
        for (id, limit) in zip(["first", "second"], limits) {
            let place = try #require(study.study.tasks.firstIndex { $0.id == id })
            study.study.tasks[place].timeLimit = limit
        }
        let lines = ["a", "b"].flatMap { condition in
            (0..<4).map { "p\($0),\(condition),first,\(20 + 3 * $0),success" }
        }
        let report = try await imported(
            "id,c,task,s,end",
            lines,
            mapping: "outcome: {column: end, values: {}}\ntimes: [{column: s, unit: s}]",
            study
        )
        let words =
            limits[0] > 0
            ? "time limit of its task; failures in tasks without a time limit are left out."
            : "failures are left out, because no task has a time limit."
        #expect(report.text("report.md").contains(words))
    }

    @Test func mistakesOfImportedSessionsAreNotRecorded() async throws {
        let attempts = ["a", "b"].flatMap { condition in
            (0..<3).map { "p\($0),\(condition),first,20,success" }
        }
        let tests = [RegisteredTest(measure: .errors, method: .mixedModel)]
        let report = try await imported(attempts, tests)
        let text = report.text("report.md")
        #expect(text.contains("Poisson mixed model (Laplace approximation) over 0 observations"))
        #expect(text.contains("6 observations left out."))
        let why = "6 observations of imported sessions, in which mistakes are not recorded."
        #expect(text.contains("Among these: \(why)"))
        #expect(!text.contains("all outcomes are the same"))
    }

    @Test func benchmarkOfAnAnswerOutsideTheConditions() async throws {
        let conditions = ["a", "b"]
        var analysis = RegisteredAnalysis(primary: .init(measure: .time))
        analysis.tests = [
            .init(measure: .score("before.years"), method: .benchmark, against: 3)
        ]
        var study = smallStudy(conditions: conditions)
        study.study.analysis = analysis
        study.study.questionnaires[0].items.append(
            .init(id: "years", text: "Years?", kind: .number(min: 0, max: nil, unit: nil))
        )
        let report = try await withStore { store in
            for years in [2, 4, 9] {
                let answer = Answered(
                    questionnaire: "before",
                    item: "years",
                    value: AnswerValue(raw: "\(years)", meaning: .number(Double(years)))
                )
                let runs = conditions.map {
                    Played.Run(task: "first", seconds: 20, condition: $0)
                }
                try await Played(
                    participant: "P\(years)",
                    conditions: conditions,
                    answers: [answer],
                    runs: runs
                )
                .record(in: store, study: study)
            }
            return try Report(store: store, study: "small")
        }
        let rows = rows(of: report)
        #expect(rows.map { $0[4] } == ["All participants"])
        #expect(abs(try number(rows, "All participants", 6) - 5) < 1e-12)
        let object = try JSONSerialization.jsonObject(with: Data(report.text("report.json").utf8))
        let tests = (object as? [String: Any])?["registered"] as? [[String: Any]]
        let test = try #require(tests?.first)
        #expect(test["method"] as? String == "benchmark")
        #expect(test["against"] as? Double == 3)
        let effect = try #require((test["effects"] as? [[String: Any]])?.first)
        #expect(effect["estimate"] as? Double == 5)
        #expect((effect["statistic"] as? String)?.hasPrefix("t(2) = ") == true)
        #expect(rows[0][9].hasPrefix("t(2) = "))
    }

    /// Half of the participants answer yes in a and no in b, the others no in a and yes in b. The
    /// times of no are twice those of yes in both conditions.
    @Test func aFactorAskedInEachConditionHasItsLevelInTheCondition() async throws {
        var analysis = RegisteredAnalysis(primary: .init(measure: .time))
        analysis.tests = [.init(measure: .time, method: .mixedModel, factor: "after.used")]
        var folder = smallStudy(conditions: ["a", "b"])
        folder.study.analysis = analysis
        folder.study.questionnaires[1].items += folder.study.questionnaires[0].items
        let study = folder
        let report = try await withStore { store in
            for person in 0..<8 {
                var (answers, runs): ([Answered], [Played.Run]) = ([], [])
                for (place, condition) in ["a", "b"].enumerated() {
                    let level = (person + place) % 2 == 0 ? "yes" : "no"
                    answers.append(
                        Answered(
                            questionnaire: "after",
                            item: "used",
                            condition: condition,
                            value: AnswerValue(raw: level, meaning: .options([level]))
                        )
                    )
                    for (task, usual) in [("first", 20.0), ("second", 30.0)] {
                        let noise = 1 + 0.02 * Double((7 * person + 3 * place + Int(usual)) % 5)
                        let seconds = usual * noise * (level == "yes" ? 1 : 2)
                        runs.append(.init(task: task, seconds: seconds, condition: condition))
                    }
                }
                try await Played(
                    participant: "P\(person)",
                    conditions: ["a", "b"],
                    answers: answers,
                    runs: runs
                )
                .record(in: store, study: study)
            }
            return try Report(store: store, study: "small")
        }
        for level in ["Yes", "No"] {
            let ratio = try number(rows(of: report), "Condition b ÷ Condition a (\(level))", 6)
            #expect((0.9...1.1).contains(ratio))
        }
        let line =
            /Registered, mixed model, condition × after.used: Interaction of condition and factor, χ²/
        #expect(firstScreen(report).matches(of: line).count == 1)
    }

    /// Everybody gives the same two answers: the first model has no covariate, and the second has no
    /// interaction.
    @Test func anAnswerThatDoesNotVaryIsADeparture() async throws {
        var analysis = RegisteredAnalysis(primary: .init(measure: .time))
        var adjusted = RegisteredTest(measure: .time, method: .mixedModel)
        adjusted.covariates = [try #require(RegisteredTest.Covariate("after.ease"))]
        let crossed = RegisteredTest(measure: .time, method: .mixedModel, factor: "after.used")
        analysis.tests = [adjusted, crossed]
        var folder = smallStudy(conditions: ["a", "b"])
        folder.study.analysis = analysis
        folder.study.questionnaires[1].items += folder.study.questionnaires[0].items
        let study = folder
        let report = try await withStore { store in
            for person in 0..<8 {
                let answers = ["a", "b"].flatMap { condition in
                    [
                        answer("after", "ease", 2, condition),
                        Answered(
                            questionnaire: "after",
                            item: "used",
                            condition: condition,
                            value: AnswerValue(raw: "yes", meaning: .options(["yes"]))
                        ),
                    ]
                }
                let runs = [("a", 20.0), ("b", 30.0)].flatMap { condition, usual in
                    ["first", "second"].enumerated().map { place, task in
                        let noise = Double((7 * person + 3 * place + Int(usual)) % 5)
                        let seconds = usual + noise + 10 * Double(place)
                        return Played.Run(task: task, seconds: seconds, condition: condition)
                    }
                }
                try await Played(
                    participant: "P\(person)",
                    conditions: ["a", "b"],
                    answers: answers,
                    runs: runs
                )
                .record(in: store, study: study)
            }
            return try Report(store: store, study: "small")
        }
        let text = report.text("report.md").replacing("\\", with: "")
        #expect(text.contains("Registered, mixed model: Condition b ÷ Condition a"), "\(text)")
        #expect(!text.contains("adjusted for after"))
        let reasons = [
            "1 was not computed in full: after.ease: all observations have the same value.",
            "2 was not computed in full: Interaction of condition and factor: all answers are “Yes”.",
        ]
        for reason in reasons {
            #expect(text.contains("Registered test \(reason)"), "\(text)")
        }
    }

    private func firstScreen(_ report: Report) -> String {
        let text = report.text("report.md").replacing("\\", with: "")
        let section = text.components(separatedBy: "\n## In short\n").last ?? ""
        return section.components(separatedBy: "\n## ").first ?? ""
    }

    @Test func testsWithoutACardAreOnTheFirstScreen() async throws {
        let attempts = (0..<6).flatMap {
            ["p\($0),a,first,\(20 + $0),success", "p\($0),b,first,\(22 + 3 * $0),success"]
        }
        let tests: [RegisteredTest] = [
            .init(measure: .time, method: .means), .init(measure: .time, method: .survival),
            .init(measure: .time, method: .benchmark, against: 30),
            .init(measure: .errors, method: .means),
        ]
        let report = try await imported(attempts, tests)
        let brief = report.briefText
        #expect(brief.contains("- Test 2, time on task, survival: The first: log-rank test"))
        #expect(brief.contains("- 1 more registered test: see the report"))
        let text = firstScreen(report)
        #expect(text.contains("Registered, means: Condition b ÷ Condition a, ratio of times "))
        #expect(text.contains("Other registered tests:"))
        #expect(!text.contains("- Test 1, "))
        #expect(text.contains("- Test 2, time on task, survival: The first: log-rank test, χ²(1)"))
        #expect(text.contains("; 1 other result is in the table of registered test 2"))
        let line = /- Test 3, time on task, benchmark against 30.0 s: Condition a, seconds 22\./
        #expect(text.contains(line))
        #expect(text.contains("- Test 4, mistakes, means: not computable: "))
    }

    /// Who worked in both conditions failed in both, so their times cannot be compared. The model
    /// also uses the participants with one condition.
    @Test func aRegisteredTestIsOnACardWithoutAComparison() async throws {
        let attempts = (0..<4).flatMap {
            ["a\($0),a,first,\(20 + $0),success", "b\($0),b,first,\(32 + 3 * $0),success"]
        }
        let failed = (0..<8).flatMap { ["p\($0),a,first,9,gave-up", "p\($0),b,first,9,gave-up"] }
        let test = RegisteredTest(measure: .time, method: .leastSquares)
        let text = firstScreen(try await imported(attempts + failed, [test]))
        #expect(text.contains("**Not computable**"))
        #expect(text.contains("Registered, least squares: Condition b ÷ Condition a"), "\(text)")
        #expect(!text.contains("egistered tests:"))
    }

    @Test func aBenchmarkOfOneConditionIsOnTheFirstScreen() async throws {
        let attempts = (0..<6).map { "p\($0),a,first,\(20 + $0),success" }
        let tests = [RegisteredTest(measure: .completion, method: .benchmark, against: 0.7)]
        let text = firstScreen(try await imported(attempts, tests, conditions: ["a"]))
        #expect(text.contains("\nRegistered tests:\n"))
        let line = "- Test 1, completion, benchmark against 70 %: All participants, share 100 % (95"
        #expect(text.contains(line))
        #expect(text.contains(", 6 of 6, p = "))
    }

    /// Ease of each participant after the first and the second task in a, then in b.
    private let ease: [[Int]] = [
        [5, 6, 3, 4], [6, 7, 5, 6], [3, 5, 2, 3], [6, 7, 4, 7], [4, 7, 2, 3], [5, 6, 4, 4],
    ]

    /// Answers to the first item of UMUX-LITE in a and in b.
    private let capabilities = [(6, 4), (5, 5), (7, 4), (6, 3), (4, 5), (6, 2)]

    private func questionnaire(_ id: String, _ instrument: String) throws -> Questionnaire {
        Questionnaire(
            id: id,
            title: id,
            items: InstrumentUse.items(of: try InstrumentLibrary.instrument(instrument)),
            instrument: InstrumentUse(id: instrument)
        )
    }

    private func answer(
        _ questionnaire: String,
        _ item: String,
        _ value: Int,
        _ condition: String,
        after task: String? = nil
    ) -> Answered {
        Answered(
            questionnaire: questionnaire,
            item: item,
            condition: condition,
            task: task,
            value: AnswerValue(raw: "\(value)", meaning: .number(Double(value)))
        )
    }

    /// The conditions and tasks after which the ease is asked.
    private let places = [("a", "first"), ("a", "second"), ("b", "first"), ("b", "second")]

    /// A study with an instrument after each task, `seq`, and one in each condition, `after`. The
    /// outcome is the ease after the tasks.
    private func askingStudy(_ tests: [RegisteredTest]) throws -> StudyFolder {
        var analysis = RegisteredAnalysis(primary: .init(measure: .score("seq")))
        analysis.tests = tests
        var folder = smallStudy(conditions: ["a", "b"])
        folder.study.analysis = analysis
        folder.study.questionnaires[1] = try questionnaire("after", "umux-lite")
        folder.study.questionnaires.append(try questionnaire("seq", "seq"))
        folder.study.afterTask = "seq"
        return folder
    }

    /// A report on sessions of this study.
    private func asked(_ tests: [RegisteredTest], ease: [[Int?]]) async throws -> Report {
        let study = try askingStudy(tests)
        return try await withStore { store in
            for (person, row) in ease.enumerated() {
                var answers = [
                    answer("after", "umux-lite-1", capabilities[person].0, "a"),
                    answer("after", "umux-lite-1", capabilities[person].1, "b"),
                ]
                for (place, value) in zip(places, row) {
                    guard let value else { continue }
                    answers.append(answer("seq", "seq-1", value, place.0, after: place.1))
                }
                try await Played(
                    participant: "P\(person)",
                    conditions: ["a", "b"],
                    answers: answers,
                    runs: places.map { .init(task: $0.1, seconds: 20, condition: $0.0) }
                )
                .record(in: store, study: study)
            }
            return try Report(store: store, study: "small")
        }
    }

    /// R: t.test(b, a, paired = TRUE).
    @Test func itemsOfAnInstrumentAreCompared() async throws {
        let test = RegisteredTest(measure: .score("after.umux-lite-1"), method: .means)
        let rows = rows(of: try await asked([test], ease: ease))
        let effect = "Condition b − Condition a"
        #expect(abs(try number(rows, effect, 6) + 1.83333333333) < 1e-9)
        #expect(abs(try number(rows, effect, 10) - 0.0685757548) < 1e-9)
        #expect(rows[0][9].hasPrefix("t(5.0) = "))
    }

    /// R: lmer(ease ~ condition + (1 | participant) + (1 | task)) over 24 answers, and t tests of
    /// the means over the two tasks.
    @Test(arguments: ["seq", "seq.seq-1"])
    func scoresAfterTasksAreTested(_ name: String) async throws {
        let report = try await asked(
            [
                .init(measure: .score(name), method: .mixedModel),
                .init(measure: .score(name), method: .means),
                .init(measure: .score(name), method: .benchmark, against: 4),
            ],
            ease: ease
        )
        let rows = rows(of: report)
        let effect = "Condition b − Condition a"
        let model = rows.filter { $0[0] == "1" }
        #expect(abs(try number(model, effect, 6) + 1.66666666667) < 1e-6)
        #expect(abs(try number(model, effect, 10) / 1.53448278791e-05 - 1) < 1e-3)
        let means = rows.filter { $0[0] == "2" }
        #expect(abs(try number(means, effect, 7) + 2.456653117159) < 1e-8)
        #expect(abs(try number(means, effect, 10) - 0.00288749254) < 1e-9)
        let benchmark = rows.filter { $0[0] == "3" }
        #expect(abs(try number(benchmark, "Condition a", 10) - 0.00826850837) < 1e-9)
        let text = report.text("report.md")
        #expect(text.contains("over 24 observations of 6 participants; random intercepts for"))
        #expect(text.contains("a participant's value is the mean over the tasks."))
        #expect(!text.contains("was not computable."))
    }

    /// The t intervals are 6.11 to 7.39 and 0.61 to 1.89, on a scale from 1 to 7.
    @Test(arguments: ["seq", "seq.seq-1"])
    func intervalsOfBenchmarksEndWithTheScale(_ name: String) async throws {
        let test = RegisteredTest(measure: .score(name), method: .benchmark, against: 4)
        let most = [7, 7, 1, 1]
        let report = try await asked([test], ease: [most, most, [7, 4, 1, 4], most, most, most])
        let rows = rows(of: report)
        #expect(abs(try number(rows, "Condition a", 7) - 6.1073) < 1e-3)
        #expect(try number(rows, "Condition a", 8) == 7)
        #expect(try number(rows, "Condition b", 7) == 1)
        #expect(abs(try number(rows, "Condition b", 8) - 1.8927) < 1e-3)
        let text = report.text("report.md")
        #expect(text.contains("The interval is limited to the range of the score."))
    }

    /// Differences of 1 and 5 have a t interval up to 28, on a scale from 1 to 7.
    @Test func noDifferenceOfScoresIsLargerThanTheScale() async throws {
        let test = RegisteredTest(measure: .score("seq"), method: .means)
        let report = try await asked([test], ease: [[3, 3, 2, 2], [7, 7, 2, 2]])
        let rows = rows(of: report)
        #expect(try number(rows, "Condition b − Condition a", 6) == -3)
        #expect(try number(rows, "Condition b − Condition a", 7) == -6)
        #expect(try number(rows, "Condition b − Condition a", 8) == 6)
        // The test does not depend on the limits: t(1) = −3 / 2.
        #expect(rows.map { $0[9] } == ["t(1.0) = -1.50"])
        #expect(abs(try number(rows, "Condition b − Condition a", 10) - 0.374334) < 1e-6)
        let note = "The interval is limited to the differences that the scale allows."
        #expect(report.text("report.md").contains(note))
        let object = try JSONSerialization.jsonObject(with: Data(report.text("report.json").utf8))
        let json = try #require(object as? [String: Any])
        let comparison = try #require((json["comparisons"] as? [[String: Any]])?.first)
        let scores = try #require(comparison["scores"] as? [[String: Any]])
        let score = try #require(scores.first { $0["difference"] as? Double == 3 })
        #expect(score["difference_low"] as? Double == -6)
        #expect(score["difference_high"] as? Double == 6)
    }

    /// The same answers, imported without times: their tasks are in no table of times. Nobody
    /// answered after the second task in b.
    @Test func importedScoresAfterTasksNeedNoTimes() async throws {
        let tests = [RegisteredTest.Method.mixedModel, .means, .benchmark].map {
            RegisteredTest(
                measure: .score("seq"),
                method: $0,
                against: $0 == .benchmark ? 4 : nil
            )
        }
        let lines = ease.enumerated().flatMap { person, row in
            zip(places, row).prefix(3).map { "P\(person),\($0.0),\($0.1),\($1)" }
        }
        let report = try await imported(
            "id,c,task,ease",
            lines,
            mapping: "answers: [{column: ease, questionnaire: seq, item: seq-1}]",
            try askingStudy(tests)
        )
        let rows = rows(of: report)
        let mean = ease.reduce(0.0) { $0 + Double($1[2] - $1[0]) / 6 }
        for test in ["1", "2"] {
            let own = rows.filter { $0[0] == test }
            #expect(abs(try number(own, "Condition b − Condition a", 6) - mean) < 1e-6)
        }
        let benchmark = rows.filter { $0[0] == "3" }
        #expect(abs(try number(benchmark, "Condition a", 10) - 0.00826850837) < 1e-9)
        let left = "6 values left out: at least one condition has no value for “The second”."
        #expect(report.text("report.md").components(separatedBy: left).count == 3)
    }

    /// The exact signed-rank test of six differences of one sign has p = 2/64.
    @Test func aScoreAfterTasksIsAnOutcome() async throws {
        let report = try await asked([], ease: ease)
        #expect(!report.text("report.md").contains("no two conditions have this score"))
        let name = "Single Ease Question, Ease, mean over tasks"
        let text = report.terminalText.replacing("\n  ", with: " ")
        #expect(text.contains("Primary outcome: \(name): Higher Ease with Condition a"))
        let json = try JSONSerialization.jsonObject(with: Data(report.text("report.json").utf8))
        let all = (json as? [String: Any])?["comparisons"] as? [[String: Any]]
        let scores = try #require(all?.first?["scores"] as? [[String: Any]])
        let score = try #require(scores.first { $0["score"] as? String == name })
        #expect(abs((score["difference"] as? Double ?? 0) - 1.66666666667) < 1e-9)
        #expect(score["p"] as? Double == 2.0 / 64)
        #expect(score["n_first"] as? Int == 6)
    }

    /// Nobody answered after the second task in b: its six answers in a are left out.
    @Test func answersAfterATaskThatAConditionLacksAreCounted() async throws {
        let tests = [RegisteredTest.Method.means, .mixedModel].map {
            RegisteredTest(measure: .score("seq"), method: $0)
        }
        let report = try await asked(tests, ease: ease.map { [$0[0], $0[1], $0[2], nil] })
        let rows = rows(of: report)
        let mean = ease.reduce(0.0) { $0 + Double($1[2] - $1[0]) / 6 }
        for test in ["1", "2"] {
            let own = rows.filter { $0[0] == test }
            #expect(abs(try number(own, "Condition b − Condition a", 6) - mean) < 1e-6)
        }
        let left = "6 values left out: at least one condition has no value for “The second”."
        #expect(report.text("report.md").components(separatedBy: left).count == 3)
    }

    @Test func anOutcomeWithoutAnswersHasTheNameOfItsScore() async throws {
        let text = try await asked([], ease: ease.map { _ in [] }).terminalText
        let card = "Primary outcome: Single Ease Question, Ease: Not computable"
        #expect(text.replacing("\n  ", with: " ").contains(card))
    }

    /// Three participants worked in both conditions, five only in a: the three are compared.
    @Test func meansAreOfPairsWhereOneGroupAloneIsEmpty() async throws {
        let times = [(20, 41), (30, 55), (25, 52)]
        let pairs = times.enumerated().flatMap {
            ["p\($0),a,first,\($1.0),success", "p\($0),b,first,\($1.1),success"]
        }
        let single = (3..<8).map { "p\($0),a,first,90,success" }
        let tests = [RegisteredTest(measure: .time, method: .means)]
        let rows = rows(of: try await imported(pairs + single, tests))
        let ratio = exp(times.reduce(0.0) { $0 + log(Double($1.1) / Double($1.0)) / 3 })
        #expect(abs(try number(rows, "Condition b ÷ Condition a", 6) / ratio - 1) < 1e-9)
    }

    /// Nobody succeeds in c. R: coxph(Surv(time, success) ~ condition) of a and b; with c, R has the
    /// same coefficient of b.
    @Test func aConditionWithoutSuccessLeavesTheOtherHazardRatios() async throws {
        let known = [
            "a0,a,first,30,success", "a1,a,first,42,success", "a2,a,first,51,gave-up",
            "a3,a,first,60,success", "a4,a,first,38,success", "b0,b,first,45,success",
            "b1,b,first,33,success", "b2,b,first,71,success", "b3,b,first,80,success",
            "b4,b,first,66,gave-up",
        ]
        let failed = (0..<4).map { "c\($0),c,first,\(50 + $0),gave-up" }
        let tests = [RegisteredTest(measure: .time, method: .survival)]
        let report = try await imported(known + failed, tests, conditions: ["a", "b", "c"])
        let rows = rows(of: report)
        let ratio = try number(rows, "The first: Condition b ÷ Condition a", 6)
        #expect(abs(ratio - 0.332864281822) < 1e-6)
        let third = try #require(rows.first { $0[4] == "The first: Condition c ÷ Condition a" })
        #expect(third[12] == "nobody succeeded with “Condition c”")
    }

    @Test func successesWithoutATimeAreNoFailures() async throws {
        let attempts = [
            "p,a,first,30,success", "q,a,first,35,success", "p,b,first,,success",
            "q,b,first,60,gave-up",
        ]
        let tests = [RegisteredTest(measure: .time, method: .survival)]
        let rows = rows(of: try await imported(attempts, tests))
        let ratio = try #require(rows.first { $0[4] == "The first: Condition b ÷ Condition a" })
        #expect(ratio[12] == "no successful attempt with “Condition b” has a time")
    }

    @Test(arguments: [RegisteredTest.Method.survival, .means])
    func theRuleForFailuresExceptsSurvivalTests(method: RegisteredTest.Method) async throws {
        let attempts = ["p,a,first,20,success", "p,b,first,30,gave-up"]
        let tests = [RegisteredTest(measure: .time, method: method)]
        let text = try await imported(attempts, tests).text("report.md")
        #expect(text.contains("In registered tests of times, failures are left out."))
        let exception = "Survival tests instead censor a failure"
        #expect(text.contains(exception) == (method == .survival))
    }
}
