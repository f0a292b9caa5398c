import Exchange
import Foundation
import Reporting
import ResultsStore
import StudyDefinition
import Testing

/// The tables of conventions that the report does not print.
@Suite struct FurtherTablesTests {
    /// Times in seconds of participant, condition and first task; an empty one is a failure.
    private func report(_ rows: [String], _ conditions: [String]) async throws -> Report {
        let folder = FileManager.default.temporaryDirectory.appending(path: "further-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func file(_ name: String, _ text: String) throws -> Importer.File {
            let url = folder.appending(path: name)
            try text.write(to: url, atomically: true, encoding: .utf8)
            return Importer.File(url: url, name: name)
        }
        let ended = rows.map { $0 + ($0.hasSuffix(",") ? ",gave-up" : ",success") }
        let data = try file("d.csv", (["id,c,s,end"] + ended).joined(separator: "\n"))
        let mapping = try file(
            "m.yaml",
            """
            format: 1
            participant: id
            condition: {column: c, values: {}}
            outcome: {column: end, values: {}}
            times: [{column: s, task: first, unit: s}]
            """
        )
        let study = smallStudy(conditions: conditions)
        return try await withStore { store in
            _ = try await MappedImport(study: study).importFile(data, mapping: mapping, into: store)
            return try Report(store: store, study: "small")
        }
    }

    /// Statistic → value, of the rows that begin with these cells.
    private func values(_ report: Report, _ table: String, _ start: String) -> [String: Double] {
        let rows = report.text("tables/\(table).csv").split(separator: "\n")
            .filter { $0.hasPrefix(start) }
            .map { $0.dropFirst(start.count) }
        return Dictionary(
            rows.compactMap { row in
                let quoted = row.hasPrefix("\"")
                let name = quoted ? row.dropFirst().prefix { $0 != "\"" } : row.prefix { $0 != "," }
                let rest = row.dropFirst(name.count + (quoted ? 3 : 1))
                return Double(rest.prefix { $0 != "," }).map { (String(name), $0) }
            },
            uniquingKeysWith: { one, _ in one }
        )
    }

    /// Six of six: the adjusted Wald estimate is (6 + z²/2) / (6 + z²), LaPlace's is 7/8.
    @Test func estimatesOfCompletionHaveTheirOwnNames() async throws {
        let report = try await report((0..<6).map { "p\($0),a,\(30 + $0)" }, ["a"])
        let values = values(report, "descriptions", "1,a,first,")
        let wald = try #require(values["completion, adjusted Wald"])
        #expect(abs(wald - 0.804832856049) < 1e-11)
        #expect(values["completion, LaPlace"] == 0.875)
    }

    /// Four succeed with `b` alone and one with `a` alone: odds of 1 to 4, and 2 · P(X ≤ 1), n = 5.
    @Test func pairsOfOutcomesHaveMcNemarsTests() async throws {
        let rows = (0..<10).flatMap { person in
            [
                "p\(person),a,\(person < 4 ? "" : "\(30 + person)")",
                "p\(person),b,\(person == 4 ? "" : "\(50 + person)")",
            ]
        }
        let values = values(try await report(rows, ["a", "b"]), "contrasts", "1,a,b,first,")
        #expect(values["odds ratio of pairs that differ"] == 0.25)
        #expect(values["McNemar, exact p"] == 0.375)
        #expect(values["d of logarithms, average deviation"].map { $0 < 0 } == true)
    }

    /// Two of a's six participants failed: four pairs or groups of four and six have times.
    @Test(arguments: [true, false])
    func contrastsHaveTheirUnitAndTheNumbersOfParticipants(_ isWithin: Bool) async throws {
        let rows = (0..<6).flatMap { person in
            [
                "\(isWithin ? "p" : "a")\(person),a,\(person < 2 ? "" : "\(30 + 2 * person)")",
                "\(isWithin ? "p" : "b")\(person),b,\(50 + person * person)",
            ]
        }
        let table = try await report(rows, ["a", "b"]).text("tables/contrasts.csv")
        #expect(table.hasPrefix("study_version,first,second,task,statistic,value,"))
        let lines = table.split(whereSeparator: \.isNewline)
        #expect(lines[0].hasSuffix(",not_computable,unit,design,n_first,n_second"))
        func end(_ statistic: String) -> Substring? {
            lines.first { $0.contains(statistic) }?.split(separator: ",").suffix(4)
                .joined(separator: ",")[...]
        }
        #expect(end("ratio of geometric") == (isWithin ? "ratio,within,4,4" : "ratio,between,4,6"))
        let (test, design) = isWithin ? ("McNemar, exact", "within") : ("Fisher's", "between")
        #expect(end(test) == "probability,\(design),6,6")
    }

    /// `first` and `second` mean the same as in report.json: all ratios are below 1 here.
    @Test(arguments: [true, false])
    func contrastsHaveTheDirectionOfTheComparisons(_ isWithin: Bool) async throws {
        let rows = (0..<6).flatMap { person in
            [
                "\(isWithin ? "p" : "a")\(person),a,\(person < 2 ? "" : "\(30 + 2 * person)")",
                "\(isWithin ? "p" : "b")\(person),b,\(50 + person * person)",
            ]
        }
        let report = try await report(rows, ["a", "b"])
        let values = values(report, "contrasts", "1,a,b,first,")
        let json = try JSONSerialization.jsonObject(with: Data(report.text("report.json").utf8))
        let all = (json as? [String: Any])?["comparisons"] as? [[String: Any]]
        #expect(all?.first?["design"] as? String == (isWithin ? "within" : "between"))
        let row = try #require((all?.first?["tasks"] as? [[String: Any]])?.first)
        let ratio = try #require(row["ratio"] as? Double)
        #expect(ratio < 1)
        let own = try #require(values["ratio of geometric means"])
        #expect(abs(own - ratio) < 1e-6)
        #expect(values["ratio, Hodges-Lehmann"].map { $0 < 1 } == true)
        if isWithin {
            #expect(values["d of logarithms, average deviation"].map { $0 < 0 } == true)
        } else {
            let difference = try #require(row["completion_difference"] as? Double)
            #expect(difference < 0)
            #expect(abs((values["difference, Newcombe"] ?? 0) - difference) < 1e-6)
            #expect(values["share of pairs in which the first takes longer"] == 0)
            #expect(values["Cohen's d, normal"].map { $0 < 0 } == true)
            #expect(values["Hedges' g, approximate"].map { $0 < 0 } == true)
            #expect(values["odds ratio, ½ added"].map { $0 < 1 } == true)
            #expect(values["Cohen's h"].map { $0 < 0 } == true)
        }
    }

    @Test func aRatioOfOneHalfIsPrintedAsOneHalf() async throws {
        let rows = (0..<6).flatMap { ["p\($0),a,\(31 + $0)", "p\($0),b,\(62 + 2 * $0)"] }
        let values = values(try await report(rows, ["a", "b"]), "contrasts", "1,a,b,first,")
        #expect(values["ratio, Hodges-Lehmann"] == 0.5)
    }

    /// Against the sums of squares of ln time.
    @Test func threeConditionsHaveRepeatedMeasures() async throws {
        let table = [[10.0, 20, 40], [12, 24, 48], [14, 28, 56], [16, 48, 60]]
        let rows = table.enumerated().flatMap { person, times in
            zip(["a", "b", "c"], times).map { "p\(person),\($0),\($1)" }
        }
        let values = values(try await report(rows, ["a", "b", "c"]), "contrasts", "1,all,,,")
        let logs = table.map { $0.map { Foundation.log($0) } }
        let grand = logs.joined().reduce(0, +) / 12
        let columns = (0..<3).map { column in logs.map { $0[column] }.reduce(0, +) / 4 }
        let people = logs.map { $0.reduce(0, +) / 3 }
        let effect = 4 * columns.reduce(0) { $0 + ($1 - grand) * ($1 - grand) }
        var rest = 0.0
        for (person, row) in logs.enumerated() {
            for (column, value) in row.enumerated() {
                let residual = value - people[person] - columns[column] + grand
                rest += residual * residual
            }
        }
        let f = (effect / 2) / (rest / 6)
        #expect(abs((values["repeated measures, F"] ?? 0) - f) < 1e-6 * f)
        #expect(abs((values["partial η²"] ?? 0) - effect / (effect + rest)) < 1e-9)
    }

    @Test func problemsHaveTheirFurtherEstimates() async throws {
        let report = try await ReportingTests.report(
            Played(
                participant: "P1",
                runs: [.init(task: "first", seconds: 9, marks: [(.problem, "x")])]
            ),
            Played(
                participant: "P2",
                runs: [.init(task: "first", seconds: 9, marks: [(.problem, "x")])]
            ),
            Played(participant: "P3", runs: [.init(task: "first", seconds: 9)])
        )
        let values = values(report, "discovery", "1,only,")
        #expect(values["mean share of participants with a problem"].map { $0 > 0 } == true)
        #expect(values["any-two agreement"] != nil)
    }
}
