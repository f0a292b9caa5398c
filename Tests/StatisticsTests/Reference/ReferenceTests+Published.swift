import Foundation
import Statistics
import Testing

extension ReferenceTests {
    private static let published = folder.appendingPathComponent("stats/reference_realdata.json")

    /// Published data of others, from their CSV files to the numbers. (That `import` and `report`
    /// give the same is shown where they are tested.)
    @Test(
        .enabled(
            if: FileManager.default.fileExists(atPath: ReferenceTests.published.path),
            ReferenceTests.reason
        )
    )
    func publishedDataAgree() throws {
        let expected = try JSON(Data(contentsOf: Self.published))
        var comparison = Comparison()
        func compare(_ key: String, _ ours: JSON) {
            comparison.compare(expected[key], ours, key, procedure: key)
        }
        let two = try groups("ide2")
        let three = try groups("ide3")
        compare("ide2", groupAnswers(two))
        compare("ide3", threeGroups(three))
        compare("srchscrl", try searching())
        let tasks = try translating()
        compare("mayer2012", tasks)
        let p = ["T1", "T2", "T3", "T4", "T5"].map { tasks[$0]["t_log"]["p"].number }
        compare(
            "mayer2012_holm",
            [
                "holm": json(Multiplicity.holm(p))
            ]
        )
        report(comparison, "published data", expected.keys.count)
    }

    private func rows(_ name: String) throws -> [[String: String]] {
        let file = Self.folder.appendingPathComponent("stats/data/\(name).csv")
        let lines = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline)
        let cells = lines.map { line in
            line.split(separator: ",", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: CharacterSet(charactersIn: "\" "))
            }
        }
        return cells.dropFirst().map { row in
            Dictionary(zip(cells[0], row)) { first, _ in first }
        }
    }

    private func groups(_ name: String) throws -> [(level: String, values: [Double])] {
        let grouped = Dictionary(grouping: try rows(name)) { $0["IDE"] ?? "" }
        return grouped.sorted { $0.key < $1.key }.map { level, rows in
            (level, rows.compactMap { $0["Time"].flatMap(Double.init) })
        }
    }

    private func groupAnswers(_ groups: [(level: String, values: [Double])]) -> JSON {
        [
            "levels": .array(groups.map { .string($0.level) }),
            "describe": .object(
                Dictionary(uniqueKeysWithValues: groups.map { ($0.level, described($0.values)) })
            ),
            "two": twoGroups(groups[0].values, groups[1].values),
        ]
    }

    private func threeGroups(_ groups: [(level: String, values: [Double])]) -> JSON {
        var pairs: [JSON] = []
        for (place, one) in groups.enumerated() {
            for two in groups[(place + 1)...] {
                let test = mannWhitney(one.values, two.values)
                pairs.append([
                    "pair": [.string(one.level), .string(two.level)],
                    "mw": json(test.flatMap(\.asymptotic)),
                ])
            }
        }
        return [
            "levels": .array(groups.map { .string($0.level) }),
            "kruskal": kruskalAnswers(groups.map(\.values)), "pairs": .array(pairs),
            "holm": json(Multiplicity.holm(pairs.map { $0["mw"].number })),
        ]
    }

    /// Scroll against search, by subject.
    private func searching() throws -> JSON {
        let bySubject = Dictionary(grouping: try rows("srchscrl")) { $0["Subject"] ?? "" }
        func answers(_ measure: String) -> JSON {
            func value(_ rows: [[String: String]], _ technique: String) -> Double? {
                rows.first { $0["Technique"] == technique }?[measure].flatMap(Double.init)
            }
            return Analysis(input: [:]).paired(
                bySubject.values.map { (value($0, "Scroll"), value($0, "Search")) }
            )
        }
        return ["time": answers("Time"), "effort": answers("Effort"), "errors": answers("Errors")]
    }

    /// Java against Groovy, by task.
    private func translating() throws -> JSON {
        let rows = try rows("mayerA1-oopsla2012")
        var result: JSON = [:]
        for task in ["T1", "T2", "T3", "T4", "T5"] {
            let cells = rows.map { row in
                (
                    row["Java_\(task)"].flatMap(Double.init),
                    row["Groovy_\(task)"].flatMap(Double.init)
                )
            }
            result.set(task, Analysis(input: [:]).paired(cells))
        }
        return result
    }
}
