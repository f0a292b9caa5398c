import CacheStore
import DataAccess
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

/// Earlier releases did not create the index of a grandchild. Kin's Fort is one.
@Test func aStoreWithoutTheIndexOfAGrandchildGetsItAndKeepsItsRecords() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (path, model) = (folder.appendingPathComponent("kin.sqlite").path, KinModel.definition)
    let isOfFort = { (statement: String) in statement.contains("\"Fort#2\"") }
    #expect(model.statements.count(where: isOfFort) == 1)
    let old = StoreModel(
        name: model.name,
        version: model.version,
        statements: model.statements.filter { !isOfFort($0) },
        entities: model.entities
    )
    let before = try CacheStore(fileAt: path, model: old)
    try await before.write { connection in
        _ = try connection.execute("INSERT INTO Spot (_kind, id, guns) VALUES ('Fort', 'a', 3)")
    }
    try before.close()

    let store = try CacheStore(fileAt: path, model: model)
    guard case .migrated = store.opening else {
        Issue.record("\(store.opening)")
        return
    }
    let found = try await store.read { connection in
        try connection.rows("SELECT guns FROM Fort") { row in row.int64(0) }
    }
    #expect(found == [3])
    let indexes = try await store.read { connection in
        try connection.rows("SELECT 1 FROM sqlite_master WHERE name = 'Fort#2'") { _ in true }
    }
    #expect(indexes == [true])
    try store.close()
    #expect(try CacheStore(fileAt: path, model: model).opening == .opened)
}
