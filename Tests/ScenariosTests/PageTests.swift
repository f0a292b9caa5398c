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
