import Exchange
import Foundation
import Reporting
import ResultsStore
import StudyDefinition
import Testing

/// From CSV through a mapping to the report, against numbers made with SciPy: `expected.py` beside
/// the data says how.
@Suite struct ImportedDataTests {
    private static let folder = repository.appending(
        path: "Tests/ReportingTests/Fixtures/conditions"
    )

    private func imported(
        _ name: String,
        mapping: String,
        conditions: [String]
    ) async throws -> [String: Any] {
        var study = smallStudy(conditions: conditions)
        study.study.questionnaires[1].items[1].kind = .scale(
            min: 1,
            max: 7,
            minLabel: nil,
            maxLabel: nil
        )
        let place = FileManager.default.temporaryDirectory.appending(path: "map-\(UUID()).yaml")
        try mapping.write(to: place, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: place) }
        let data = Importer.File(url: Self.folder.appending(path: name), name: name)
        return try await withStore { store in
            _ = try await MappedImport(study: study).importFile(
                data,
                mapping: .init(url: place, name: "map.yaml"),
                into: store
            )
            let report = try Report(store: store, study: "small")
            let text = Data(report.text("report.json").utf8)
            return try #require(JSONSerialization.jsonObject(with: text) as? [String: Any])
        }
    }

    private func expected(_ name: String) throws -> [String: Any] {
        let data = try Data(contentsOf: Self.folder.appending(path: "expected.json"))
        let all = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        return try #require(all[name] as? [String: Any])
    }

    private func expect(
        _ value: Any?,
        equals expected: Any?,
        _ what: String,
        at place: SourceLocation = #_sourceLocation
    ) throws {
        let one = try #require(value as? Double, "\(what)", sourceLocation: place)
        let two = try #require(expected as? Double, "\(what)", sourceLocation: place)
        #expect(abs(one - two) <= 1e-9 * abs(two), "\(what): \(one), \(two)", sourceLocation: place)
    }

    /// A participant who gave up and whose time nobody took counts in completion, not in times.
    @Test func aFailureWithoutATimeIsAnAttemptWithoutATime() async throws {
        let study = smallStudy()
        let folder = FileManager.default.temporaryDirectory.appending(path: "failed-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func file(_ name: String, _ text: String) throws -> Importer.File {
            let url = folder.appending(path: name)
            try text.write(to: url, atomically: true, encoding: .utf8)
            return Importer.File(url: url, name: name)
        }
        let data = try file("d.csv", "id,task,s,end\nA,first,5,success\nB,first,,gave-up\n")
        let mapping = try file(
            "m.yaml",
            """
            format: 1
            participant: id
            task: {column: task}
            outcome: {column: end, values: {}}
            times: [{column: s, unit: s}]
            """
        )
        let report = try await withStore { store in
            _ = try await MappedImport(study: study).importFile(data, mapping: mapping, into: store)
            return try Report(store: store, study: "small")
        }
        let text = report.text("report.md")
        #expect(text.contains("| Task 1: The first | 1 of 2 |"))
        let rows = report.text("tables/times.csv").split(separator: "\n")
        let row = try #require(rows.first { $0.hasPrefix("B,") && $0.contains("gave-up") })
        #expect(row.contains(",,gave-up,"))
    }

    private func comparison(_ report: [String: Any], _ place: Int = 0) throws -> [String: Any] {
        let all = try #require(report["comparisons"] as? [[String: Any]])
        return try #require(all.indices.contains(place) ? all[place] : nil)
    }

    @Test func groupsInALongTableWithDecimalCommas() async throws {
        let report = try await imported(
            "between.csv",
            mapping: """
                format: 1
                participant: Person
                condition: {column: Tool, values: {new: new, old: old}}
                times: [{column: Seconds, task: first, unit: s}]
                decimal: ","
                """,
            conditions: ["new", "old"]
        )
        let theirs = try expected("between")
        let tasks = try #require(report["tasks"] as? [[String: Any]])
        for task in tasks where task["id"] as? String == "first" {
            let name = try #require(task["condition"] as? String)
            let log = try #require(theirs[name] as? [Double])
            try expect(task["geometric_mean_seconds"], equals: log[0], "\(name) geometric mean")
            try expect(task["geometric_mean_low_seconds"], equals: log[1], "\(name) low")
            try expect(task["geometric_mean_high_seconds"], equals: log[2], "\(name) high")
            guard name == "new" else { continue }
            try expect(task["mean_seconds"], equals: theirs["mean_new"], "mean")
            try expect(task["sd_seconds"], equals: theirs["sd_new"], "SD")
        }
        let found = try comparison(report)
        #expect(found["design"] as? String == "between")
        let row = try #require((found["tasks"] as? [[String: Any]])?.first)
        for (ours, key) in [
            ("ratio_t", "t"), ("ratio_df", "df"), ("ratio_p", "p"), ("ratio", "ratio"),
            ("ratio_low", "low"), ("ratio_high", "high"), ("p", "exact"),
            ("p_asymptotic", "asymptotic"), ("rank_effect", "delta"),
        ] {
            try expect(row[ours], equals: theirs[key], ours)
        }
    }

    @Test func pairsInAWideTableWithMinutesAndAMissingCell() async throws {
        let report = try await imported(
            "within.csv",
            mapping: """
                format: 1
                participant: Name
                times:
                  - {column: new one, task: first, condition: new, unit: "m:ss"}
                  - {column: old one, task: first, condition: old, unit: "m:ss"}
                  - {column: new two, task: second, condition: new, unit: "m:ss"}
                  - {column: old two, task: second, condition: old, unit: "m:ss"}
                answers:
                  - {column: new ease, questionnaire: after, item: ease, condition: new}
                  - {column: old ease, questionnaire: after, item: ease, condition: old}
                """,
            conditions: ["new", "old"]
        )
        let theirs = try expected("within")
        let found = try comparison(report)
        #expect(found["design"] as? String == "within")
        let rows = try #require(found["tasks"] as? [[String: Any]])
        for (row, name) in zip(rows, ["one", "two"]) {
            let task = try #require(theirs[name] as? [String: Any])
            for (ours, key) in [
                ("ratio_n", "n"), ("ratio_t", "t"), ("ratio_p", "p"), ("ratio", "ratio"),
                ("ratio_low", "low"), ("ratio_high", "high"), ("p", "exact"), ("effect", "dz"),
            ] {
                try expect(row[ours], equals: task[key], "\(name) \(ours)")
            }
        }
        let holm = rows.compactMap { $0["p_holm"] as? Double }.sorted()
        #expect(holm == theirs["holm"] as? [Double])
        let score = try #require((found["scores"] as? [[String: Any]])?.first)
        #expect(score["score"] as? String == "After, Ease")
        let ease = try #require(theirs["ease"] as? [String: Any])
        for (ours, key) in [
            ("difference", "difference"), ("difference_low", "low"), ("difference_high", "high"),
            ("difference_t", "t"),
        ] {
            try expect(score[ours], equals: ease[key], "ease \(ours)")
        }
    }

    @Test func threeGroupsHaveOneTestAndPairsAfterHolm() async throws {
        let report = try await imported(
            "three.csv",
            mapping: """
                format: 1
                participant: Person
                condition: {column: Tool, values: {new: new, old: old, other: other}}
                times: [{column: Seconds, task: first, unit: s}]
                """,
            conditions: ["new", "old", "other"]
        )
        let theirs = try expected("three")
        let omnibus = try #require((report["omnibus"] as? [[String: Any]])?.first)
        try expect(omnibus["statistic"], equals: theirs["h"], "H")
        try expect(omnibus["p"], equals: theirs["p"], "p")
        try expect(omnibus["epsilon_squared"], equals: theirs["epsilon"], "ε²")
        let overall = try (0..<3).map { place in
            try #require(try comparison(report, place)["overall"] as? [String: Any])
        }
        let ps = overall.compactMap { $0["p"] as? Double }.sorted()
        let holm = overall.compactMap { $0["p_holm"] as? Double }.sorted()
        try #require(ps.count == 3 && holm.count == 3)
        #expect(abs(holm[0] - min(1, 3 * ps[0])) < 1e-12)
        #expect(abs(holm[2] - max(ps[2], min(1, 2 * ps[1]), min(1, 3 * ps[0]))) < 1e-12)
    }
}
