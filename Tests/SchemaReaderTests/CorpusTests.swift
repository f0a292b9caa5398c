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

/// Counted by another reader: FoundationXML's tree, asked through XPath.
private func counts(in file: URL) throws -> [Int] {
    let tree = try XMLDocument(contentsOf: file, options: [])
    return try ["/model/entity", "/model/entity/attribute", "/model/entity/relationship"]
        .map { try tree.nodes(forXPath: $0).count }
}

@Test func everyModelOfTheCorpusHasTheCountsThatItsXMLHas() throws {
    let versions = versions()
    if versions.isEmpty { return print("skipped: no models at \(corpus.path)") }
    var malformed: [Diagnostic.Place?] = []
    for version in versions {
        let read = try readSchema(at: version.path)
        // FoundationXML accepts the beginning of a model that is cut off, so it is no judge of that.
        guard read.isWellFormed else {
            malformed.append(read.diagnostics.last { $0.severity == .error }?.place)
            continue
        }
        let entities = read.schema.entities
        let found = [
            entities.count, entities.reduce(0) { $0 + $1.attributes.count },
            entities.reduce(0) { $0 + $1.relationships.count },
        ]
        let expected = try counts(in: version.appendingPathComponent("contents"))
        #expect(found == expected, "\(version.path)")
        let unknown = read.diagnostics.filter { $0.id.hasPrefix("unknown-") }
        #expect(unknown == [], "\(version.path)")
    }
    print("read \(versions.count) models, \(malformed.count) of them malformed")
    #expect(malformed.map { $0?.line } == [110])
    #expect(malformed.map { $0?.column } == [1])
}
