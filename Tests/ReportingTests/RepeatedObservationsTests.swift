import Exchange
import Foundation
import Reporting
import ResultsStore
import StudyDefinition
import Testing

/// Several observations of a participant in a condition, and matrices of problems.
@Suite struct RepeatedObservationsTests {
    private func report(
        _ data: String,
        _ mapping: String,
        conditions: [String]
    ) async throws -> (report: [String: Any], text: String) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "repeats-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func file(_ name: String, _ text: String) throws -> Importer.File {
            let url = folder.appending(path: name)
            try text.write(to: url, atomically: true, encoding: .utf8)
            return Importer.File(url: url, name: name)
        }
        let (table, meaning) = (
            try file("d.csv", data), try file("m.yaml", "format: 1\n" + mapping)
        )
        let study = smallStudy(conditions: conditions)
        return try await withStore { store in
            _ = try await MappedImport(study: study)
                .importFile(table, mapping: meaning, into: store)
            let report = try Report(store: store, study: "small")
            let json = try #require(report.files.first { $0.path == "report.json" })
            let object = try JSONSerialization.jsonObject(with: Data(json.bytes))
            let markdown = try #require(report.files.first { $0.path == "report.md" })
            return (
                try #require(object as? [String: Any]),
                String(decoding: markdown.bytes, as: UTF8.self)
            )
        }
    }

    /// Geometric means per person are 20 and 40, 45 and 30; the model has all seven observations.
    @Test func aPersonEntersOnceAndTheModelTakesEachObservation() async throws {
        let (json, text) = try await report(
            "dev,tool,s\nA,new,10\nA,new,40\nA,old,40\nB,new,45\nB,old,20\nB,old,45\nC,new,9\nC,old,18\n",
            """
            participant: dev
            condition: {column: tool, values: {new: new, old: old}}
            repeats: keep
            times: [{column: s, task: first, unit: s}]
            """,
            conditions: ["new", "old"]
        )
        let comparison = try #require((json["comparisons"] as? [[String: Any]])?.first)
        let overall = try #require(comparison["overall"] as? [String: Any])
        let ratio = try #require(overall["ratio"] as? Double)
        // (20/40 · 45/30 · 9/18)^(1/3)
        #expect(abs(ratio - pow(0.375, 1.0 / 3)) < 1e-8)
        let flat = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            flat.contains("2 participants have several observations of a task in a condition, 4")
        )
        #expect(flat.contains("8 successes"))
        #expect(flat.contains("Models and survival tests use every observation."))
        #expect(!flat.contains("The registered rule for failures"))
        #expect(text.contains("so the model has no term for practice."))
        #expect(!text.contains("the last run counts;"))
        #expect(!text.contains(", once, in"))
        let list = try #require(
            text.components(separatedBy: "### Several observations of a task").dropFirst().first
        )
        let place = "The first (Condition new)"
        #expect(list.hasPrefix(" in a condition. Together they are one result, a success if any"))
        #expect(list.contains("- A, \(place), run 1: success after 0:10\n"))
        #expect(list.contains("- A, \(place), run 2: success after 0:40\n"))
        #expect(!list.contains("- B, \(place)"))
    }

    /// A failed observation counts although a later one was no attempt. The order of an assisted
    /// and an unassisted success does not matter.
    @Test(arguments: [
        ("gave-up", "skipped", 0), ("gave-up", "checker-error", 0),
        ("success", "assisted-success", 1), ("assisted-success", "success", 1),
    ])
    func theOutcomeOfSeveralObservationsIsThatOfTheBest(
        first: String,
        second: String,
        unassisted: Int
    ) async throws {
        let (json, _) = try await report(
            "dev,tool,s,end\nA,new,10,\(first)\nA,new,20,\(second)\nA,old,9,success\n",
            """
            participant: dev
            condition: {column: tool, values: {new: new, old: old}}
            outcome: {column: end, values: {}}
            repeats: keep
            times: [{column: s, task: first, unit: s}]
            """,
            conditions: ["new", "old"]
        )
        let tasks = try #require(json["tasks"] as? [[String: Any]])
        let task = try #require(tasks.first { $0["condition"] as? String == "new" })
        #expect(task["attempts"] as? Int == 1)
        #expect(task["completed_unassisted"] as? Int == unassisted)
    }

    /// A zero alone is a participant's time; among several observations it is left out.
    @Test func zerosAreCountedAmongSeveralObservations() async throws {
        let (_, text) = try await report(
            "dev,tool,s\nA,new,12\nA,new,0\nA,old,40\nB,new,45\nB,old,0\n",
            """
            participant: dev
            condition: {column: tool, values: {new: new, old: old}}
            repeats: keep
            times: [{column: s, task: first, unit: s}]
            """,
            conditions: ["new", "old"]
        )
        let flat = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            flat.contains(
                """
                2 imported times are zero, which is impossible. The mean and the median include \
                such times; a geometric mean does not. If a participant has several \
                observations of a task, a time of zero is left out.
                """
            )
        )
    }

    @Test func anImportedMatrixOfProblemsGivesAnEstimateOfDiscovery() async throws {
        let (_, text) = try await report(
            "who,UP1,UP2\nA,1,0\nB,1,1\nC,0,0\n",
            """
            participant: who
            problems: [{column: UP1, title: Overlooks Save, severity: 3}, {column: UP2}]
            """,
            conditions: ["only"]
        )
        #expect(text.contains("Overlooks Save"))
        #expect(text.contains("2 of 3"))
        #expect(text.contains("1 of 3"))
        #expect(text.contains("they describe which problems 3 participants met, once"))
    }

    /// B could not do the task because of the problem, so there is no time.
    @Test(arguments: [["only"], ["new", "old"]])
    func aProblemWithoutATimeIsTheSameProblem(_ conditions: [String]) async throws {
        let isOne = conditions.count == 1
        let (_, text) = try await report(
            isOne
                ? "who,T,UP1\nA,12,1\nB,,1\nC,15,0\n"
                : "who,tool,T,UP1\nA,new,12,1\nA,old,9,0\nB,new,,1\nB,old,8,0\nC,new,15,0\n",
            """
            participant: who
            \(isOne ? "" : "condition: {column: tool}")
            times: [{column: T, task: first, unit: s}]
            problems: [{column: UP1, title: Overlooks Save, task: first}]
            """,
            conditions: conditions
        )
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| Overlooks Save") }
        #expect(rows.count == 1, "\(rows)")
        #expect(rows.first?.contains("| Task 1: The first |") == true, "\(rows)")
        #expect(rows.first?.contains("2 of 3") == true, "\(rows)")
    }

    /// Nobody has a time of the second task: the file names it only with a problem.
    @Test func aTaskWithOnlyAProblemIsNotCompared() async throws {
        let (json, text) = try await report(
            "who,tool,T,UP1\nA,new,10,1\nB,new,12,0\nC,new,15,0\nD,old,20,0\nE,old,24,1\nF,old,33,0\n",
            """
            participant: who
            condition: {column: tool}
            times: [{column: T, task: first, unit: s}]
            problems: [{column: UP1, title: Overlooks Save, task: second}]
            """,
            conditions: ["new", "old"]
        )
        let comparison = try #require((json["comparisons"] as? [[String: Any]])?.first)
        let overall = try #require(comparison["overall"] as? [String: Any])
        #expect(overall["completed_first"] as? Int == 3)
        #expect(overall["attempts_second"] as? Int == 3)
        // (10 · 12 · 15)^(1/3) ÷ (20 · 24 · 33)^(1/3)
        let ratio = try #require(overall["ratio"] as? Double)
        #expect(abs(ratio - pow(1800.0 / 15_840, 1.0 / 3)) < 1e-8)
        #expect(text.contains("| Every task | 3 of 3 | 3 of 3 |"))
    }

    /// Only the file of the first condition has the second task.
    @Test func theMixedModelLeavesOutATaskOfOneCondition() async throws {
        let (_, text) = try await report(
            """
            who,tool,T,U
            A,new,10,50
            A,old,20,
            B,new,12,70
            B,old,31,
            C,new,15,60
            C,old,22,
            D,new,11,90
            D,old,25,

            """,
            """
            participant: who
            condition: {column: tool}
            times: [{column: T, task: first, unit: s}, {column: U, task: second, unit: s}]
            """,
            conditions: ["new", "old"]
        )
        let flat = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(flat.contains("over 8 successes of 4 participants"))
    }

    /// The study has questions outside its one condition.
    @Test func aProblemWithoutATaskIsListedOnce() async throws {
        let (json, text) = try await report(
            "who,UP1\nA,1\nB,1\nC,0\n",
            "participant: who\nproblems: [{column: UP1, title: Overlooks Save}]",
            conditions: ["only"]
        )
        #expect((json["problems"] as? [[String: Any]])?.count == 1)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| Overlooks Save") }
        #expect(rows.count == 1, "\(rows)")
        #expect(rows.first?.contains("2 of 3") == true, "\(rows)")
    }

    /// The study has questions outside its conditions, and each participant had one condition.
    @Test func aProblemOfAConditionIsNotListedOutsideTheConditions() async throws {
        let (json, text) = try await report(
            "who,tool,UP1\nA,new,1\nB,new,0\nC,old,1\nD,old,1\n",
            """
            participant: who
            condition: {column: tool}
            problems: [{column: UP1, title: Overlooks Save}]
            """,
            conditions: ["new", "old"]
        )
        let problems = try #require(json["problems"] as? [[String: Any]])
        #expect(problems.map { $0["condition"] as? String } == ["new", "old"])
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| Overlooks Save") }
        #expect(rows.count == 2, "\(rows)")
        #expect(rows.first?.contains("1 of 2") == true, "\(rows)")
        #expect(rows.last?.contains("2 of 2") == true, "\(rows)")
    }

    /// A worked in both conditions, so A's problem counts only outside the conditions. There, the
    /// number of participants includes B and C, so B's problem counts there too.
    @Test func aProblemIsCountedForAllIfSomeoneHadSeveralConditions() async throws {
        let (_, text) = try await report(
            "who,tool,UP1\nA,new,1\nA,old,1\nB,new,1\nC,old,0\n",
            """
            participant: who
            condition: {column: tool}
            problems: [{column: UP1, title: Overlooks Save}]
            """,
            conditions: ["new", "old"]
        )
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| Overlooks Save") }
        #expect(rows.first?.contains("2 of 3") == true, "\(rows)")
    }

    /// All tasks have times, and those of the first have no geometric mean.
    @Test(arguments: [true, false])
    func aTimeOfZeroIsTheReasonWhyATaskHasNoTypicalTime(_ hasSecond: Bool) async throws {
        let seconds = hasSecond ? ["20", "24"] : ["", ""]
        let (_, text) = try await report(
            "who,T,U\nA,0,\(seconds[0])\nB,3,\(seconds[1])\n",
            """
            participant: who
            times: [{column: T, task: first, unit: s}, {column: U, task: second, unit: s}]
            """,
            conditions: ["only"]
        )
        let why = "because a value is zero or negative and has no logarithm"
        let words =
            hasSecond ? "Left out: 1 task without a typical time, \(why)" : "not computable, \(why)"
        #expect(text.contains(words))
        #expect(!text.contains("no successful attempt has a time"))
        // The sum of all tasks of A is not known.
        #expect(text.contains("every task with a known time") == hasSecond)
    }
}
