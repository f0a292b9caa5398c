import CacheStore
import Foundation
import Generator
import SchemaReader
import Testing

/// Descriptions of records hold all that the tables are made of.
@Test func tablesComposedFromDescriptionsAreThoseOfTheModel() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let composed = [
        ("Keys", KeysModel.definition), ("Kin", KinModel.definition), ("Odd", OddModel.definition),
        ("Rules", RulesModel.definition),
    ]
    for (name, definition) in composed {
        let path = "Models/\(name).xcdatamodeld/\(name).xcdatamodel/contents"
        let read = readSchema(
            contents: try Data(contentsOf: tests.appendingPathComponent(path)),
            named: name,
            file: "contents"
        )
        let made = modelContext(for: read.schema, source: name).context.statements
        #expect(definition.statements == made, "\(name)")
    }
}
