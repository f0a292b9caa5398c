import Diagnostics
import Foundation
import Schema
import SchemaReader
import TestSupport
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Models of public repositories, beside the package where someone has them.
private let corpus = Tool.root.deletingLastPathComponent().appendingPathComponent("shared/corpus")

private func versions() -> [URL] {
    let all = FileManager.default.enumerator(at: corpus, includingPropertiesForKeys: nil)
    return (all?.compactMap { $0 as? URL } ?? [])
        .filter { $0.lastPathComponent == "contents" }
        .map { $0.deletingLastPathComponent() }
}

/// Counted by another reader: FoundationXML's tree, asked through XPath. nil for malformed XML.
private func counts(in file: URL) throws -> [Int]? {
    guard let tree = try? XMLDocument(contentsOf: file, options: []) else { return nil }
    return try ["/model/entity", "/model/entity/attribute", "/model/entity/relationship"]
        .map { try tree.nodes(forXPath: $0).count }
}

@Test func everyModelOfTheCorpusHasTheCountsThatItsXMLHas() throws {
    let versions = versions()
    if versions.isEmpty { return print("skipped: no models at \(corpus.path)") }
    var malformed: [String: Diagnostic.Place] = [:]
    for version in versions {
        let read = try readSchema(at: version.path)
        guard let expected = try counts(in: version.appendingPathComponent("contents")) else {
            let fault = try #require(read.diagnostics.last { $0.severity == .error })
            malformed[version.lastPathComponent] = fault.place
            #expect(!read.isWellFormed)
            continue
        }
        let entities = read.schema.entities
        let found = [
            entities.count, entities.reduce(0) { $0 + $1.attributes.count },
            entities.reduce(0) { $0 + $1.relationships.count },
        ]
        #expect(found == expected, "\(version.path)")
        #expect(read.isWellFormed)
        #expect(read.schema.unknown == [], "\(version.path)")
        #expect(read.diagnostics.allSatisfy { ($0.place?.line ?? 0) > 0 })
    }
    print("read \(versions.count) models, \(malformed.count) of them malformed")
    let end = malformed["18.xcdatamodel"]
    #expect(end?.line == 110)
    #expect(end?.column == 1)
    #expect(malformed.count == 1)
}
