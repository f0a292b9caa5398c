import Foundation
import Testing

/// The page Architecture names types that exist, and no path is longer than it should be.
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

    @Test func everyTypeWithinAStationIsDeclared() throws {
        let page = try String(
            contentsOf: root.appendingPathComponent("Documentation/Guides.docc/Architecture.md"),
            encoding: .utf8
        )
        let parts = page.components(separatedBy: "Within the stations:").dropFirst()
            .compactMap { $0.components(separatedBy: "\n\n").first }
        let names = parts.flatMap { $0.matches(of: /`(\w+)`/).map { String($0.1) } }
        #expect(names.count == 24)
        let sources = root.appendingPathComponent("Sources")
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        var missing = Set(names)
        for case let file as URL in try #require(files) where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            missing = missing.filter {
                !text.contains("struct \($0)") && !text.contains("class \($0)")
                    && !text.contains("actor \($0)")
            }
        }
        #expect(missing == [])
    }

    /// The paper's components are in the page, each with the type that has its part.
    @Test func theTermsOfThePaperAreTranslated() throws {
        let page = try String(
            contentsOf: root.appendingPathComponent("Documentation/Guides.docc/Architecture.md"),
            encoding: .utf8
        )
        let paragraph = try #require(
            page.components(separatedBy: "\n\n").first { $0.hasPrefix("In the terms of Radwani") }
        ).replacing("\n", with: " ")
        for term in [
            "SchemaManager", "MetaModelsManager", "CodeGenerator", "CodeUtils", "FileManager",
            "Schema meta-model", "Query Model", "Query meta-model",
        ] {
            #expect(paragraph.contains(term), "\(term)")
        }
        for (type, file) in [
            ("Code", "Generator/Code.swift"),
            ("ModelContext", "Generator/Contexts/ModelContext.swift"),
            ("QueryContext", "Generator/Contexts/QueryContext.swift"),
            ("QueryForm", "QueryForm/QueryForm.swift"),
            ("CompiledQuery", "QueryCompiler/CompiledQuery.swift"),
        ] {
            #expect(paragraph.contains("`\(type)`"))
            let path = root.appendingPathComponent("Sources/Kit/\(file)")
            let text = try String(contentsOf: path, encoding: .utf8)
            #expect(text.contains(try Regex("struct \(type)\\b")), "\(type)")
        }
    }

    @Test func thePathsAreShort() throws {
        let lengths = try paths().mapValues(\.count)
        #expect(
            lengths == [
                "From a key press to a cell of the report": 12,
                "From a model file to a Swift file": 8, "From a query to rows": 8,
                "From predicate text to a plan": 5,
            ]
        )
        for (_, rows) in try paths() {
            #expect(rows.map { Int($0[0]) } == Array(1...rows.count))
        }
    }
}
