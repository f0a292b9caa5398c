import Exchange
import Foundation
import ResultsStore
import Testing

@testable import StudyDefinition

/// The bundle's script ends well on every data set that is shipped, and on thin ones.
@Suite(.enabled(if: ScriptInR.isThere, "Rscript is not installed: apt-get install r-base-core"))
struct RScriptTests {
    private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private func study(_ conditions: [String]) -> StudyFolder {
        var folder = smallStudy
        folder.study.conditions = conditions.map { .init(id: $0, title: $0) }
        return folder
    }

    private func run(
        _ table: String,
        mapping: String,
        _ study: StudyFolder,
        sourcing: String? = nil
    ) async throws -> (said: String, status: Int32) {
        try await ScriptInR.run(of: "small", sourcing: sourcing) { store in
            try await withFolder { folder in
                let source = try MappedImport.Source(
                    data: folder.file("data.csv", table),
                    mapping: folder.file("map.yaml", mapping)
                )
                _ = try await MappedImport(study: study).importFiles([source], into: store)
            }
        }
    }

    private func fixture(_ name: String) throws -> String {
        let folder = Self.repository.appending(path: "Tests/ReportingTests/Fixtures/conditions")
        return try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    @Test func thePublishedData() async throws {
        let data = Self.repository.appending(path: "Results/published/radwani-zein-2020")
        let folder = try StudyReader.read(
            Self.repository.appending(path: "Tasks/countries-cities")
        )
        let (said, status) = try await ScriptInR.run(of: folder.study.id) { store in
            _ = try await Importer(study: folder).importFiles(
                answers: .init(url: data.appending(path: "Questionnaire Answers.csv"), name: "a"),
                times: .init(url: data.appending(path: "task-times.csv"), name: "t"),
                into: store
            )
        }
        #expect(status == 0, "\(said)")
    }

    /// The path that Rscript passes is that of the outer script.
    @Test func aScriptThatSourcesItReadsTheDataOfItsFolder() async throws {
        let (said, status) = try await run(
            "id,s\nP1,30\nP2,40\n",
            mapping: """
                format: 1
                participant: id
                times: [{column: s, task: first, unit: s}]

                """,
            study(["only"]),
            sourcing: "source(\"analysis/primary.R\")\n"
        )
        #expect(status == 0, "\(said)")
        #expect(said.contains("Geometric mean of successes"), "\(said)")
    }

    /// Two of eight have no time. All of the others took longer than everybody in the other group, for
    /// which p is 2 in 14 over 6. The six times are 62 to 67 s.
    @Test func successesWithoutATimeAreLeftOut() async throws {
        let rows = (0..<8).flatMap { person in
            [
                "n\(person),new,\(30 + person)",
                "o\(person),old,\(person < 2 ? "" : "\(60 + person)")",
            ]
        }
        let (said, status) = try await run(
            (["id,c,s,end"] + rows.map { "\($0),success" }).joined(separator: "\n") + "\n",
            mapping: """
                format: 1
                participant: id
                condition: {column: c, values: {new: new, old: old}}
                outcome: {column: end, values: {}}
                times: [{column: s, task: first, unit: s}]

                """,
            study(["new", "old"])
        )
        #expect(status == 0, "\(said)")
        #expect(said.contains("old first: n = 6, 64.5 s ["), "\(said)")
        #expect(said.contains("completed 8 of 8"), "\(said)")
        #expect(said.contains("Mann-Whitney test: p = 0.000666001 (exact)"), "\(said)")
    }

    private let long = """
        format: 1
        participant: id
        condition: {column: c}
        task: {column: task}
        outcome: {column: end, values: {}}
        times: [{column: s, unit: s}]
        repeats: keep

        """

    /// A success among several observations counts, with the geometric mean of the successes: 20 and
    /// 60 s in a. The last observation of X in a is a failure.
    @Test func severalObservationsAreOne() async throws {
        let rows = [
            "X,a,first,10,success", "X,a,first,40,success", "X,a,first,99,gave-up",
            "X,b,first,30,success", "Y,a,first,40,success", "Y,a,first,90,success",
            "Y,b,first,80,gave-up", "Y,b,first,70,success",
        ]
        let (said, status) = try await run(
            (["id,c,task,s,end"] + rows).joined(separator: "\n") + "\n",
            mapping: long,
            study(["a", "b"])
        )
        #expect(status == 0, "\(said)")
        #expect(said.contains("a first: n = 2, 34.6 s ["), "\(said)")
        #expect(said.contains("completed 2 of 2"), "\(said)")
        // √(20/30 · 60/70) = 0.7559.
        #expect(said.contains("Ratio of geometric means, 2 participants: 0.7559 ["), "\(said)")
    }

    /// As in the report, the failure of X in a counts although X skipped the task afterwards.
    @Test func aFailureCountsAmongSeveralObservations() async throws {
        let rows = [
            "X,a,first,10,gave-up", "X,a,first,12,skipped", "X,b,first,30,success",
            "Y,a,first,40,success", "Y,b,first,20,success",
        ]
        let (said, status) = try await run(
            (["id,c,task,s,end"] + rows).joined(separator: "\n") + "\n",
            mapping: long,
            study(["a", "b"])
        )
        #expect(status == 0, "\(said)")
        #expect(said.contains("completed 1 of 2"), "\(said)")
    }

    /// The study has a second task; only one group has times of it.
    @Test(arguments: [",", ",9"]) func onlyTasksOfBothConditionsAreCompared(
        _ second: String
    ) async throws {
        let rows = (0..<3).flatMap { ["n\($0),a,\(20 + $0)\(second)", "o\($0),b,\(40 + 2 * $0),"] }
        let (said, status) = try await run(
            (["id,c,s,t"] + rows).joined(separator: "\n") + "\n",
            mapping: """
                format: 1
                participant: id
                condition: {column: c}
                times: [{column: s, task: first, unit: s}, {column: t, task: second, unit: s}]

                """,
            study(["a", "b"])
        )
        #expect(status == 0, "\(said)")
        // (20 · 21 · 22)^(1/3) ÷ (40 · 42 · 44)^(1/3)
        let ratio = "Ratio of geometric means, 3 and 3 participants: 0.5000 ["
        #expect(said.contains(ratio), "\(said)")
    }

    /// Three participants worked in both conditions, four only in a.
    @Test func pairsAreComparedWhereOneGroupAloneIsEmpty() async throws {
        let pairs = (0..<3).flatMap {
            ["p\($0),a,first,\(20 + $0),success", "p\($0),b,first,\(50 - $0),success"]
        }
        let single = (3..<7).map { "p\($0),a,first,\(20 + $0),success" }
        let (said, status) = try await run(
            (["id,c,task,s,end"] + pairs + single).joined(separator: "\n") + "\n",
            mapping: long,
            study(["a", "b"])
        )
        #expect(status == 0, "\(said)")
        #expect(said.contains("Wilcoxon signed-rank test: p = 0.25 (exact)"), "\(said)")
    }

    @Test(arguments: [
        (
            "between.csv", ["new", "old"],
            """
            condition: {column: Tool, values: {new: new, old: old}}
            participant: Person
            times: [{column: Seconds, task: first, unit: s}]
            decimal: ","
            """
        ),
        (
            "three.csv", ["new", "old", "other"],
            """
            participant: Person
            condition: {column: Tool}
            times: [{column: Seconds, task: first, unit: s}]
            """
        ),
    ]) func fixtures(_ name: String, _ conditions: [String], _ mapping: String) async throws {
        let (said, status) = try await run(
            fixture(name),
            mapping: "format: 1\n\(mapping)\n",
            study(conditions)
        )
        #expect(status == 0, "\(said)")
        #expect(said.contains("Mann-Whitney test: p = "))
    }

    @Test func pairs() async throws {
        let columns = [
            ("new", "one", "first"), ("old", "one", "first"), ("new", "two", "second"),
            ("old", "two", "second"),
        ]
        let times = columns.map { tool, name, task in
            "  - {column: \(tool) \(name), task: \(task), condition: \(tool), unit: \"m:ss\"}"
        }
        let (said, status) = try await run(
            fixture("within.csv"),
            mapping: "format: 1\nparticipant: Name\nignore: [new ease, old ease]\ntimes:\n"
                + times.joined(separator: "\n") + "\n",
            study(["new", "old"])
        )
        #expect(status == 0, "\(said)")
        #expect(said.contains("Wilcoxon signed-rank test: p = "))
    }

    private let wide = """
        format: 1
        participant: id
        times:
          - {column: a, task: first, condition: a, unit: s}
          - {column: b, task: first, condition: b, unit: s}
        answers: [{column: ease, questionnaire: after, item: ease, condition: a}]
        """

    /// Nobody with a time in both, all equal, one participant, a questionnaire alone.
    @Test(arguments: [
        "id,a,b,ease\nX,,,3\nY,,,4\n", "id,a,b,ease\nX,5,,3\nY,,6,4\n",
        "id,a,b,ease\nX,5,6,3\n", "id,a,b,ease\nX,5,5,3\nY,5,5,3\n",
        "id,a,b,ease\nX,5,10,3\nY,6,12,3\n", "id,a,b,ease\nX,5,,3\nY,5,,3\n",
    ]) func thinData(_ table: String) async throws {
        let (said, status) = try await run(table, mapping: wide, study(["a", "b"]))
        #expect(status == 0, "\(said)")
        #expect(!said.contains("Error"), "\(said)")
        #expect(!said.contains("NaN") && !said.contains("[NA"), "\(said)")
    }

    @Test func equalTimesAndASingleTimeHaveNoInterval() async throws {
        let (said, status) = try await run(
            "id,a,b,ease\nX,5,7,3\nY,5,,3\n",
            mapping: wide,
            study(["a", "b"])
        )
        #expect(status == 0, "\(said)")
        #expect(said.contains("a first: n = 2, 5.0 s; completed 2 of 2\n"), "\(said)")
        #expect(said.contains("b first: n = 1, 7.0 s; completed 1 of 1\n"), "\(said)")
    }

    @Test(arguments: ["gave-up", "checker-error", "skipped"])
    func failuresAlone(_ outcome: String) async throws {
        let (said, status) = try await run(
            "id,tool,task,s,end\nX,a,first,5,\(outcome)\nX,b,first,6,\(outcome)\nY,a,first,7,\(outcome)\n",
            mapping: """
                format: 1
                participant: id
                condition: {column: tool}
                task: {column: task}
                outcome: {column: end, values: {}}
                times: [{column: s, unit: s}]
                """,
            study(["a", "b"])
        )
        #expect(status == 0, "\(said)")
        #expect(said.contains("a first: no times; completed 0 of "), "\(said)")
    }
}
