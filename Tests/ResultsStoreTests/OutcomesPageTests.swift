import Foundation
import ResultsStore
import TestSupport
import Testing

/// Keeps the contract page true: its tables against the code that decides.
@Suite struct OutcomesPageTests {
    private let tables: [[[String]]]

    init() throws {
        let page = try String(
            contentsOf: Tool.root.appendingPathComponent(
                "Sources/Lab/ResultsStore/ResultsStore.docc/Outcomes.md"
            ),
            encoding: .utf8
        )
        tables = page.components(separatedBy: "\n\n").filter { $0.hasPrefix("|") }.map { table in
            table.split(separator: "\n").dropFirst(2).map { row in
                row.split(separator: "|", omittingEmptySubsequences: false)
                    .dropFirst().dropLast().map { $0.trimmingCharacters(in: .whitespaces) }
            }
        }
    }

    @Test func everyEndingLeadsToTheOutcomesItNames() throws {
        var named: [String: Set<String>] = [:]
        for row in tables[0] {
            named[row[1], default: []].formUnion(row[2].components(separatedBy: " or "))
        }
        let outcomes = Dictionary(
            uniqueKeysWithValues: Ending.allCases.map { ending in
                let reached = [false, true].map { Outcome(ending, assisted: $0).rawValue }
                return (ending.rawValue, Set(reached))
            }
        )
        #expect(named == outcomes.merging(["": ["not-attempted"]]) { old, _ in old })
    }

    @Test func theDenominatorsAreThoseOfTheCode() {
        let yes = { (value: Bool) in value ? "yes" : "no" }
        let rows = Outcome.allCases.map { [$0.rawValue, yes($0.isAttempt), yes($0.isSuccess)] }
        #expect(Set(tables[1]) == Set(rows))
    }
}
