import Foundation
import Schema
import SchemaReader
import TestSupport
import Testing

@Test func threeHundredEntitiesAreRead() {
    let text = ModelPackageFixture.contents(entities: 300)
    let result = read(text)
    #expect(result.diagnostics == [])
    #expect(result.schema.entities.count == 300)
    #expect(result.schema.entities.allSatisfy { $0.attributes.count == 9 })
    #expect(result.schema.entities.allSatisfy { $0.relationships.count == 2 })
    #expect(result.schema.entities.last?.relationships.first?.destination == "Entity0")
}

@Test func everyVersionOfAPackageIsReadInTheOrderOfItsNumbers() throws {
    let folder = try TemporaryFolder()
    let package = try ModelPackageFixture.write(to: folder.url, versions: 11, entities: 2)
    let versions = try readVersions(at: package.path)
    #expect(versions.map(\.version) == (1...11).map { "Large \($0)" })
    #expect(versions.map(\.isCurrent) == Array(repeating: false, count: 10) + [true])
    #expect(versions.allSatisfy { $0.diagnostics.isEmpty && $0.schema.name == "Large" })
    #expect(versions.map { $0.schema.versionIdentifier } == (1...11).map { "\($0)" })
    #expect(try readSchema(at: package.path).version == "Large 11")
    #expect(try readSchema(at: package.path, version: "Large 2").schema.versionIdentifier == "2")
}
