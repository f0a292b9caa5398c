import CacheStore
import Foundation

/// The records of one entity, as generated code and as hand-written C have them.
struct Kind<Model: StoredRecord>: Sendable {
    var save: String
    var list: String
    var retrieve: String
    var delete: String
    var record: @Sendable (Int) -> Model
    var saveAll: @Sendable (TownsManager, [Model]) async throws -> Void
    var listAll: @Sendable (TownsManager) async throws -> [Model]
    var read: @Sendable (StoreRow) throws -> Model
    var bind: @Sendable (Model, StoreBindings) throws -> Void
}

let towns = Kind(
    save: Town.statements.save,
    list: Town.statements.list,
    retrieve: Town.statements.retrieve,
    delete: Town.statements.delete,
    record: { Rows.town($0) },
    saveAll: { _ = try await $0.towns.save($1) },
    listAll: { try await $0.towns.list() },
    read: { try Town(row: $0) },
    bind: { try $0.bind(to: $1) }
)

let spots = Kind(
    save: Spot.statements.save,
    list: Spot.statements.list,
    retrieve: Spot.statements.retrieve,
    delete: Spot.statements.delete,
    record: { Rows.spot($0) },
    saveAll: { _ = try await $0.spots.save($1) },
    listAll: { try await $0.spots.list() },
    read: { try Spot(row: $0) },
    bind: { try $0.bind(to: $1) }
)

/// A store and a database with the same tables.
final class Pair {
    let manager: TownsManager
    let store: CacheStore
    let raw: Raw
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("generated-sample-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        store = try CacheStore(
            model: TownsModel.definition,
            configuration: StoreConfiguration(
                location: .file(folder.appendingPathComponent("store.sqlite").path),
                durability: .normal
            )
        )
        manager = TownsManager(store: store)
        let path = folder.appendingPathComponent("raw.sqlite").path
        raw = try Raw(path, TownsModel.definition.statements)
    }

    deinit {
        try? store.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Countries and sights.
    func prepare() async throws {
        try await manager.countries.save(Rows.countries)
        for country in Rows.countries {
            try raw.run("INSERT INTO \"Country\" VALUES ('\(country.code)', '\(country.name)')")
        }
    }

    func fill<Model>(_ kind: Kind<Model>) async throws {
        try await kind.saveAll(manager, (0..<Rows.count).map(kind.record))
        try insert((0..<Rows.count).map(Rows.raw), kind.save)
    }

    func addSights() async throws {
        try await manager.sights.save(Rows.sights)
        for sight in Rows.sights {
            let town = sight.town?.value ?? 0
            try raw.run("INSERT INTO \"Sight\" VALUES (\(sight.id), '\(sight.name)', \(town))")
        }
    }

    func insert(_ rows: [Raw.Row], _ sql: String) throws {
        try raw.run("BEGIN IMMEDIATE")
        try raw.prepared(sql) { statement in
            for row in rows { try raw.save(row, statement) }
        }
        try raw.run("COMMIT")
    }
}
