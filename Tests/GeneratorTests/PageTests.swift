import Foundation
import Testing

private let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

/// Every block of Swift on the page GeneratedCode stands in `PageExamples.swift` or, for generated
/// code, in `Generated`: so it compiles.
@Test func everyExampleOnThePageCompiles() throws {
    let page = tests.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Kit/Generator/Generator.docc/GeneratedCode.md")
    let sources = try compiledSources()
    let blocks = try String(contentsOf: page, encoding: .utf8)
        .components(separatedBy: "```swift\n").dropFirst()
        .compactMap { $0.components(separatedBy: "```").first }
    #expect(blocks.count >= 4)
    for block in blocks {
        let lines = trimmedLines(block)
        #expect(sources.contains { $0.contains(lines) }, "not compiled:\n\(block)")
    }
}

private func compiledSources() throws -> [String] {
    let generated = tests.appendingPathComponent("Generated")
    let names = try FileManager.default.contentsOfDirectory(atPath: generated.path)
    let files =
        [tests.appendingPathComponent("PageExamples.swift")]
        + names.map(generated.appendingPathComponent)
    return try files.map { trimmedLines(try String(contentsOf: $0, encoding: .utf8)) }
}

/// The text without indentation and empty lines.
private func trimmedLines(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty }.joined(separator: "\n")
}
