import Foundation
import Testing

/// Every block of Swift on the page Scenarios stands in `PageExample.swift`, which runs it.
@Test func everyExampleOnThePageIsRun() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let page = tests.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Shared/Scenarios/Scenarios.docc/Scenarios.md")
    let source = withoutSpace(
        try String(contentsOf: tests.appendingPathComponent("PageExample.swift"), encoding: .utf8)
    )
    let blocks = try String(contentsOf: page, encoding: .utf8)
        .components(separatedBy: "```swift\n").dropFirst()
        .compactMap { $0.components(separatedBy: "```").first }
    #expect(blocks.count >= 7)
    for block in blocks {
        #expect(source.contains(withoutSpace(block)), "not run:\n\(block)")
    }
}

private func withoutSpace(_ text: String) -> String { text.filter { !$0.isWhitespace } }
