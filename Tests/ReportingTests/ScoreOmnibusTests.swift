import Foundation
import Reporting
import ResultsStore
import StudyDefinition
import Testing

/// Three conditions between participants, compared by time over all tasks.
@Suite struct TimeOmnibusTests {
    private func statistic(with last: Played.Run?) async throws -> Double {
        let study = smallStudy(conditions: ["a", "b", "c"])
        return try await withStore { store in
            for (place, condition) in ["a", "a", "b", "b", "c", "c"].enumerated() {
                try await Played(
                    participant: "P\(place)",
                    conditions: [condition],
                    runs: [
                        .init(task: "first", seconds: 9, ending: .gaveUp, condition: condition),
                        .init(
                            task: "second",
                            seconds: Double(10 * (place + 1)),
                            condition: condition
                        ),
                    ]
                ).record(in: store, study: study)
            }
            if let last {
                let first = Played.Run(
                    task: "first",
                    seconds: 9,
                    ending: .gaveUp,
                    condition: last.condition
                )
                try await Played(
                    participant: "last",
                    conditions: [last.condition],
                    runs: [first, last]
                ).record(in: store, study: study)
            }
            return try statistic(of: Report(store: store, study: "small"))
        }
    }

    private func statistic(of report: Report) throws -> Double {
        let json = Data(report.text("report.json").utf8)
        let object = try JSONSerialization.jsonObject(with: json) as? [String: Any]
        let test = (object?["omnibus"] as? [[String: Any]])?.first
        return try #require(test?["statistic"] as? Double)
    }

    /// The report on six imported sessions, two in each condition. Each has a time of its own.
    ///
    /// - Parameter tasks: the seconds of each task, given the condition and the session's time.
    private func imported(_ tasks: (String, Double) -> [String: Double]) async throws -> Report {
        let study = smallStudy(conditions: ["a", "b", "c"])
        let people: [(String, Double)] = [
            ("a", 12), ("a", 30), ("b", 11), ("b", 25), ("c", 14), ("c", 20),
        ]
        let sessions = people.enumerated().map { place, person in
            Played(
                participant: "P\(place)",
                source: .import,
                conditions: [person.0],
                runs: tasks(person.0, person.1).sorted { $0.key < $1.key }
                    .map { Played.Run(task: $0.key, seconds: $0.value, condition: person.0) }
            )
        }
        return try await withStore { store in
            for session in sessions { try await session.record(in: store, study: study) }
            return try Report(store: store, study: "small")
        }
    }

    /// The rows of `contrasts.csv` over all conditions.
    private func contrasts(_ report: Report) -> [Substring] {
        report.text("tables/contrasts.csv").split(separator: "\n").filter { $0.hasPrefix("1,all,") }
    }

    @Test func onlyTheTasksOfAllConditionsCount() async throws {
        let without = try await imported { ["first": $1] }
        let with = try await imported { condition, seconds in
            condition == "c" ? ["first": seconds, "second": 300] : ["first": seconds]
        }
        #expect(try statistic(of: with) == statistic(of: without))
        #expect(!contrasts(without).isEmpty)
        #expect(contrasts(with) == contrasts(without))
        #expect(without.text("report.md").contains(" and Condition c, failures ranked worst."))
        let words = ", only the tasks that all of these conditions have, failures ranked worst."
        #expect(with.text("report.md").contains(words))
    }

    @Test func conditionsWithoutACommonTaskAreSaidNotToBeTested() async throws {
        let report = try await imported { [($0 == "b" ? "second" : "first"): $1] }
        let words = "test: not computable, because these conditions have no task in common."
        #expect(report.text("report.md").contains(words))
        #expect(!contrasts(report).isEmpty)
    }

    /// The comparisons of two conditions leave the participant out, too.
    @Test func whoSucceededButHasNoTimeIsNotRanked() async throws {
        let without = try await statistic(with: nil)
        let timeless = Played.Run(task: "second", seconds: 0, condition: "c")
        #expect(try await statistic(with: timeless) == without)
        let timed = Played.Run(task: "second", seconds: 5, condition: "c")
        #expect(try await statistic(with: timed) != without)
    }
}

/// Three conditions compared by what was answered, without any time.
@Suite struct ScoreOmnibusTests {
    /// SciPy: friedmanchisquare gives 11.142857, p = .0038050; kruskal of the same 6.191017,
    /// p = .0452520.
    private let scores: [String: [Double]] = [
        "a": [4, 5, 3, 4, 5, 2], "b": [3, 5, 2, 4, 4, 2], "c": [2, 3, 1, 2, 3, 1],
    ]

    private func ease(_ value: Double, _ condition: String) -> Answered {
        Answered(
            questionnaire: "after",
            item: "ease",
            condition: condition,
            value: AnswerValue(raw: "\(Int(value))", meaning: .number(value))
        )
    }

    private func report(isWithin: Bool) async throws -> Report {
        var study = smallStudy(conditions: ["a", "b", "c"])
        study.study.questionnaires[1].items[1].kind = .scale(
            min: 1,
            max: 5,
            minLabel: nil,
            maxLabel: nil
        )
        return try await withStore { store in
            for place in 0..<6 {
                let answers = scores.keys.sorted().map { ($0, ease(scores[$0]?[place] ?? 0, $0)) }
                let groups = isWithin ? [answers] : answers.map { [$0] }
                for group in groups {
                    let names = group.map(\.0)
                    try await Played(
                        participant: isWithin ? "P\(place)" : "P\(names[0])\(place)",
                        source: .import,
                        conditions: names,
                        answers: group.map(\.1)
                    ).record(in: store, study: study)
                }
            }
            return try Report(store: store, study: "small")
        }
    }

    private func omnibus(_ report: Report) throws -> [String: Any] {
        let json = try JSONSerialization.jsonObject(with: Data(report.text("report.json").utf8))
        let all = try #require((json as? [String: Any])?["omnibus"] as? [[String: Any]])
        #expect(all.count == 1)
        return try #require(all.first)
    }

    @Test func withinParticipantsItIsFriedmans() async throws {
        let report = try await report(isWithin: true)
        let test = try omnibus(report)
        #expect(test["test"] as? String == "Friedman")
        #expect(abs((test["statistic"] as? Double ?? 0) - 11.142857142857) < 1e-9)
        #expect(abs((test["p"] as? Double ?? 0) - 0.0038050407755) < 1e-9)
        let text = report.text("report.md")
        #expect(
            text.contains("After, Ease: Condition a, Condition b and Condition c. Friedman's test")
        )
        #expect(text.contains("Questionnaire scores, Condition a minus Condition b"))
        #expect(text.contains("p after Holm"))
        #expect(text.contains("| **The conditions differ, but it is not clear which** |"))
        #expect(!text.contains("Ranking of times"))
    }

    @Test func betweenParticipantsItIsKruskalAndWallis() async throws {
        let test = try omnibus(try await report(isWithin: false))
        #expect(test["test"] as? String == "Kruskal-Wallis")
        #expect(abs((test["statistic"] as? Double ?? 0) - 6.1910171602) < 1e-6)
        #expect(abs((test["p"] as? Double ?? 0) - 0.0452519888) < 1e-6)
    }
}
