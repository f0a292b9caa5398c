import Foundation
import Testing

/// Every block of Swift on these pages is in a file here, which compiles and runs it. The blocks of the
/// page FirstProgram are files of a package, which `Scripts/try-scenarios` builds.
@Test(arguments: [("Scenarios", "PageExample", 7), ("Screen", "ScreenExample", 2)])
func everyExampleOnThePageIsRun(page: String, example: String, count: Int) throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let file = tests.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Shared/Scenarios/Scenarios.docc/\(page).md")
    let source = withoutSpace(
        try String(contentsOf: tests.appendingPathComponent("\(example).swift"), encoding: .utf8)
    )
    let blocks = try String(contentsOf: file, encoding: .utf8)
        .components(separatedBy: "```swift\n").dropFirst()
        .compactMap { $0.components(separatedBy: "```").first }
    #expect(blocks.count >= count)
    for block in blocks {
        #expect(source.contains(withoutSpace(block)), "not run:\n\(block)")
    }
}

private func withoutSpace(_ text: String) -> String { text.filter { !$0.isWhitespace } }

/// Each class in the diagram of the page Structure is a public type of the module, with its members.
@Test func theClassDiagramIsThatOfTheModule() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Shared/Scenarios")
    let source = try FileManager.default.contentsOfDirectory(atPath: root.path)
        .filter { $0.hasSuffix(".swift") }
        .map { try String(contentsOf: root.appendingPathComponent($0), encoding: .utf8) }
        .joined()
    let page = try String(
        contentsOf: root.appendingPathComponent("Scenarios.docc/Structure.md"),
        encoding: .utf8
    )
    let diagram = try #require(page.components(separatedBy: "classDiagram\n").last)
    var classes = 0
    for line in diagram.split(separator: "\n") {
        let name = line.drop { $0 == " " }.prefix { $0.isLetter || $0 == " " }
        if let match = line.wholeMatch(of: /\s+class (\w+) \{/) {
            classes += 1
            let declared = try Regex("(protocol|class|actor|struct) \(match.1)\\b")
            #expect(source.contains(declared), "\(match.1)")
        } else if line.hasPrefix("        "), !line.contains("<<") {
            let member = try Regex("(func|var|let) \(name.split(separator: " ")[0])\\b")
            #expect(source.contains(member), "\(line)")
        }
    }
    #expect(classes == 24)
}
