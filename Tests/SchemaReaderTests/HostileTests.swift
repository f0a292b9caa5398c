import Diagnostics
import Foundation
import Schema
import SchemaReader
import TestSupport
import Testing

@Test func entitiesThatWouldGrowAreRefusedUnexpanded() throws {
    let (text, place) = marked(
        """
        <?xml version="1.0"?>
        <!DOCTYPE model [
          ¶<!ENTITY a "ha">
          <!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
          <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">
        ]>
        <model><entity name="&c;"/></model>
        """
    )
    let found = try #require(read(text).diagnostics.first)
    #expect(found.id == "entity-declaration")
    #expect(found.place == place)
}

@Test func aDocumentTypeWithoutDeclarationsIsReadOver() {
    let result = read("<!DOCTYPE model SYSTEM \"a>b\"><model><entity name=\"A\"/></model>")
    #expect(result.diagnostics.map(\.id) == ["document-type"])
    #expect(result.schema.entities.map(\.name) == ["A"])
}

@Test func elementsNestedTooDeepAreRefused() throws {
    let text = "<model>" + String(repeating: "<a>", count: 100_000)
    let found = try #require(read(text).diagnostics.first)
    #expect(found.id == "too-deep")
    #expect(found.place?.column == 8 + 255 * 3)
}

@Test func aTagWithVeryManyAttributesIsReadInGoodTime() {
    let attributes = (0..<20_000).map { "a\($0)=\"\"" }.joined(separator: " ")
    let result = read("<model \(attributes) a7=\"\"/>")
    #expect(result.diagnostics.map(\.id) == ["malformed-xml"])
    let kept = read("<model \(attributes)/>")
    #expect(kept.schema.unknown.count == 20_000)
}

@Test func aFileOfOneGigabyteIsRefusedUnread() throws {
    let folder = try TemporaryFolder()
    let version = folder.url.appendingPathComponent("Big.xcdatamodel")
    try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
    let file = version.appendingPathComponent("contents")
    try Data("<model/>".utf8).write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: 1 << 30)
    try handle.close()
    let error = #expect(throws: DiagnosticError.self) { try readSchema(at: version.path) }
    #expect(error?.diagnostics.map(\.id) == ["too-large"])
    #expect(error?.diagnostics.first?.problem.contains("1073741824 bytes") == true)
    #expect(error?.diagnostics.first?.expected?.contains("67108864") == true)
}

@Test func aFolderInPlaceOfTheFileCannotBeRead() throws {
    let folder = try TemporaryFolder()
    let version = folder.url.appendingPathComponent("Odd.xcdatamodel")
    try FileManager.default.createDirectory(
        at: version.appendingPathComponent("contents"),
        withIntermediateDirectories: true
    )
    let error = #expect(throws: DiagnosticError.self) { try readSchema(at: version.path) }
    #expect(error?.diagnostics.map(\.id) == ["unreadable-model"])
    #expect(error?.status == .noInput)
}

@Test func anEmptyModelIsReadWithAWarning() {
    let result = read("<model></model>")
    #expect(result.diagnostics.map(\.id) == ["empty-model"])
    #expect(!result.hasErrors)
}

/// Cuts and changes of a model at every place: whatever comes out, a diagnosis has a place in the
/// file and nothing traps.
@Test func noCutOrChangedByteIsTooMuch() {
    let bytes = Array(ModelPackageFixture.contents(entities: 2).utf8)
    let replacements: [UInt8] = [0, 0x22, 0x26, 0x3C, 0x3E, 0x2F, 0x20, 0xC3, 0xFF]
    for index in stride(from: 0, to: bytes.count, by: 7) {
        var changed = bytes
        changed[index] = replacements[index % replacements.count]
        for data in [Data(bytes[..<index]), Data(changed)] {
            let result = read(data)
            #expect(result.isWellFormed || result.hasErrors)
            #expect(result.diagnostics.allSatisfy { ($0.place?.line ?? 0) > 0 })
        }
    }
}
