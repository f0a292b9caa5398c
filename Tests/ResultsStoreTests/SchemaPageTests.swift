import Foundation
import GRDB
import ResultsStore
import Testing

/// The page ResultsSchema says what a fresh results file holds: no more, no less.
@Suite struct SchemaPageTests {
    struct Column: Hashable, CustomStringConvertible {
        var name: String
        /// As the page has it: `TEXT`, `INTEGER or null`.
        var type: String

        var description: String { "\(name) \(type)" }
    }

    private func page() throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(
            contentsOf: root.appending(
                path: "Sources/Lab/ResultsStore/ResultsStore.docc/ResultsSchema.md"
            ),
            encoding: .utf8
        )
    }

    /// Table → columns, from headings of the third level and the rows below them.
    private func described() throws -> [String: [Column]] {
        var tables: [String: [Column]] = [:]
        var table = ""
        for line in try page().split(separator: "\n") {
            if line.hasPrefix("### ") {
                table = String(line.dropFirst(4))
                tables[table] = []
            } else if line.hasPrefix("| `") {
                let cells = line.split(separator: "|").map {
                    $0.trimmingCharacters(in: .whitespaces)
                }
                tables[table]?.append(
                    Column(name: cells[0].replacing("`", with: ""), type: cells[1])
                )
            }
        }
        return tables
    }

    private func withFreshFile<Result>(
        _ body: (ResultsStore) throws -> Result
    ) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "schema-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(
            ResultsStore(path: folder.appending(path: "r.sqlite").path, access: .create)
        )
    }

    private func actual() throws -> [String: [Column]] {
        try withFreshFile { store in
            try store.read { db in
                let names = try String.fetchAll(
                    db,
                    sql: """
                        SELECT name FROM sqlite_master
                        WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
                        """
                )
                var tables: [String: [Column]] = [:]
                for name in names {
                    tables[name] = try Row.fetchAll(db, sql: "PRAGMA table_info(\(name))").map {
                        let isRequired: Bool = $0["notnull"]
                        return Column(
                            name: $0["name"],
                            type: "\($0["type"] as String)\(isRequired ? "" : " or null")"
                        )
                    }
                }
                return tables
            }
        }
    }

    @Test func everyTableAndColumnIsDescribedAsItIs() throws {
        let (described, actual) = (try described(), try actual())
        #expect(Set(described.keys) == Set(actual.keys))
        for (name, columns) in actual {
            #expect(described[name] == columns, "table \(name)")
        }
    }

    @Test func kindsAndOutcomesAreNamed() throws {
        let page = try page()
        for kind in SessionEvent.Kind.allCases { #expect(page.contains("`\(kind.rawValue)`")) }
        for outcome in Outcome.allCases { #expect(page.contains("`\(outcome.rawValue)`")) }
        for kind in Marked.Kind.allCases { #expect(page.contains("`\(kind.rawValue)`")) }
    }

    @Test func theNumbersThatMarkAFileAreThoseOnThePage() throws {
        let page = try page()
        let (id, version) = try withFreshFile { store in
            try store.read { db in
                (
                    try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0,
                    try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
                )
            }
        }
        #expect(page.contains("0x\(String(id, radix: 16))"))
        #expect(page.contains("schema, \(version)."))
    }

    @Test func theExampleQueryRuns() throws {
        let lines = try page().split(separator: "\n", omittingEmptySubsequences: false)
        let query = lines.drop { !$0.hasPrefix("    SELECT task") }
            .prefix { $0.hasPrefix("    ") }.joined(separator: "\n")
        #expect(query.contains("GROUP BY"))
        let rows = try withFreshFile { store in
            try store.read { db in try Row.fetchAll(db, sql: query).count }
        }
        #expect(rows == 0)
    }
}
