import Foundation
import Testing

/// The page Architecture names stations that exist, and no path is longer than it should be.
@Suite struct ArchitecturePageTests {
    private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Heading → rows of `number, station, file`.
    private func paths() throws -> [String: [[String]]] {
        let page = try String(
            contentsOf: root.appendingPathComponent("Documentation/Guides.docc/Architecture.md"),
            encoding: .utf8
        )
        return page.components(separatedBy: "\n### ").dropFirst().reduce(into: [:]) { paths, part in
            let lines = part.split(separator: "\n")
            paths[String(lines[0])] = lines.filter { $0.contains(/^\| \d/) }.map { line in
                line.split(separator: "|").map {
                    $0.trimmingCharacters(in: .whitespaces).replacing("`", with: "")
                }
            }
        }
    }

    @Test func everyStationIsInItsFile() throws {
        for row in try paths().values.joined() {
            let file = root.appendingPathComponent("Sources/\(row[2])")
            let text = try String(contentsOf: file, encoding: .utf8)
            let names = row[1].split(separator: ".")
            let member = try #require(names.last)
            let declared = try Regex(
                member == "init"
                    ? "\\binit\\(" : "(func|var|struct|class|enum|actor|protocol) \(member)\\b"
            )
            #expect(text.contains(declared), "\(row[1]) in \(row[2])")
            if names.count > 1 {
                #expect(text.contains(names[names.count - 2]), "\(row[1]) in \(row[2])")
            }
        }
    }

    @Test func thePathsAreShort() throws {
        let lengths = try paths().mapValues(\.count)
        #expect(
            lengths == [
                "From a key press to a cell of the report": 12,
                "From a model file to a Swift file": 8, "From predicate text to rows": 8,
            ]
        )
        for (_, rows) in try paths() {
            #expect(rows.map { Int($0[0]) } == Array(1...rows.count))
        }
    }
}
