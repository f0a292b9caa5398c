import Foundation
import TestSupport
import Testing

/// Every message of the tools and every sentence of the report in one file each, so that a change of
/// words is seen as a change of words: `Snapshots/messages.txt` and `Snapshots/sentences.txt`. They
/// are read from the sources, where `{…}` is an expression that the program fills in.
@Suite struct SentenceTests {
    private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private var snapshots: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Snapshots")
    }

    /// The report's sentences; everything else is a message, a help text or a screen.
    private static let report = "Lab/Reporting/"
    /// Swift and R code that is written, not read by people; SQL; tables of names.
    private static let code = [
        "Kit/Generator/Rendering/", "Kit/ScenarioSkeleton/Rendering/",
        "Lab/Exchange/Export/RScript",
        "Lab/Reporting/Rendering/LaTeX", "Lab/Reporting/Rendering/HTML",
    ]
    private static let statements = [
        "SELECT ", "INSERT ", "UPDATE ", "DELETE ", "CREATE ", "PRAGMA ", "WITH ", "ALTER ",
        "DROP ",
        "LEFT JOIN ", "EXISTS ", "(SELECT ", " FROM ", " WHERE ", "ON CONFLICT", "BEGIN ", "WHERE ",
        "JOIN ", "ORDER BY", "EXPLAIN ", "ROLLBACK ", "VALUES (",
    ]
    /// Words that only pieces of SQL contain.
    private static let clauses = [
        " NOTNULL", " IS NOT ", " IS NULL", " NOT NULL", " IN (", "(SELECT ", "SELECT *", "CASE ",
        " AS TEXT", " AS BLOB", "EXISTS (", " JOIN ", " ORDER BY ", "NULLS LAST", " = ?",
        " = NEW.", "AFTER ", "BEFORE ", "PRIMARY KEY", " REFERENCES ", "ON CONFLICT", "RAISE(",
        "randomblob(",
    ]

    /// Values that are stored in a results file and never shown.
    private static let stored = [
        "a participant was erased after it was made", "{reason}, which its folder does not say yet",
    ]

    private func sources() throws -> [String] {
        let folder = root.appendingPathComponent("Sources")
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".swift") }.sorted()
    }

    /// Three words or more, not counting those of expressions.
    private func isSentence(_ text: String) -> Bool {
        if Self.statements.contains(where: text.hasPrefix) { return false }
        if Self.stored.contains(text) { return false }
        if Self.clauses.contains(where: { text.contains($0) }) { return false }
        // A hash, a path or an address has no space.
        if !text.contains(" ") || text.contains("=\"") || text.contains("; }") { return false }
        var depth = 0
        let plain = text.filter { character in
            if character == "{" { depth += 1 }
            if character == "}" { depth -= 1 }
            return depth == 0
        }
        let words = plain.split { !$0.isLetter && $0 != "'" }.filter { $0.count > 1 }
        return words.count > 2
    }

    private func list(_ isListed: (String) -> Bool) throws -> String {
        var lines: [String] = []
        for path in try sources()
        where isListed(path) && !Self.code.contains(where: path.hasPrefix) {
            let file = root.appendingPathComponent("Sources/\(path)")
            let text = try String(contentsOf: file, encoding: .utf8)
            let found = SwiftLiterals.all(in: text).filter(isSentence)
            if found.isEmpty { continue }
            lines.append("\n\(path)")
            lines += found.map { "  \($0)" }
        }
        return lines.joined(separator: "\n").dropFirst() + "\n"
    }

    @Test func messagesAndSentencesAreThoseThatWereRead() throws {
        let messages = try list { !$0.hasPrefix(Self.report) }
        let sentences = try list { $0.hasPrefix(Self.report) }
        #expect(messages.contains("\n  there is no such file\n"))
        #expect(sentences.contains("\n  The facilitator's marks, in the order of the sessions\n"))
        let changed = try Golden.differences(
            [("messages.txt", messages), ("sentences.txt", sentences)],
            in: snapshots
        )
        #expect(changed == [])
    }

    @Test(arguments: [
        ("{value} NOTNULL AND OLD.{held.column} IS NOT {value}", false),
        ("AFTER UPDATE OF {column} ON {table}", false),
        ("{isOwned} IN ({elements}) AND NOT ({taken})", false),
        ("{shared} ORDER BY study", false),
        ("{reason}, which its folder does not say yet", false),
        ("use a list with IN, BETWEEN, ANY, ALL or NONE", true),
        ("to convert a value, write CAST(value, \"NSString\")", true),
    ]) func piecesOfSQLAndStoredValuesAreNotMessages(text: String, isListed: Bool) {
        #expect(isSentence(text) == isListed)
    }

    @Test func literalsAreReadAsSwiftReadsThem() {
        let text = ##"""
            // "a comment"
            let a = "one \(b ? "two" : "three") four"
                + "five" /* "six" */
            let c = #"seven \n \#(d)"#
            let e = """
                eight \
                nine
                ten
                """
            f("eleven", "twelve")
            """##
        #expect(
            SwiftLiterals.all(in: text) == [
                "one {b ? \"two\" : \"three\"} fourfive", "two", "three", "seven \\n {d}",
                "eight nine⏎ten", "eleven", "twelve",
            ]
        )
    }
}
