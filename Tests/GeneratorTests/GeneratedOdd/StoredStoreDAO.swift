// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore
import Foundation

/// Stores in the store.
struct StoredStoreDAO: StoreDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Store] {
        try await store.read { connection in
            try connection.rows(StoreMapping.list) { try StoreMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Store.Identity) async throws -> Store? {
        try await store.read { connection in
            try connection.firstRow(StoreMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try StoreMapping.record(from: $0)
            }
        }
    }

    func save(_ storeRecord: Store) async throws -> Store {
        try await store.write { connection in
            try Self.save(storeRecord, connection)
        }
    }

    func save(_ stores: [Store]) async throws -> [Store] {
        try await store.write { connection in
            try connection.execute(StoreMapping.save, forEach: stores) {
                try StoreMapping.bind($0, to: $1)
            }
            return stores
        }
    }

    func delete(_ identity: Store.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(StoreMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(StoreMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(StoreMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(StoreMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ storeRecord: Store,
        _ connection: StoreConnection
    ) throws -> Store {
        try connection.execute(StoreMapping.save) {
            try StoreMapping.bind(storeRecord, to: $0)
        }
        return storeRecord
    }
}

/// How stores stand in the table `Store`.
nonisolated enum StoreMapping {
    static func record(from row: StoreRow) throws -> Store {
        try Store(
            name: row.string(0),
            id: row.required(row.uuid(1), 1),
            parent: row.uuid(2).map(Store.Identity.init)
        )
    }

    static func bind(_ storeRecord: Store, to bindings: StoreBindings) throws {
        try bindings.bind(storeRecord.name, at: 1)
        try bindings.bind(storeRecord.id, at: 2)
        try bindings.bind(storeRecord.parent?.value, at: 3)
    }

    static let list = """
        SELECT "name", "id", "parent"
        FROM "Store"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "name", "id", "parent"
        FROM "Store"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Store" (
            "name", "id", "parent"
        ) VALUES (
            ?1, ?2, ?3
        )
        ON CONFLICT ("id") DO UPDATE SET
            "name" = excluded."name",
            "parent" = excluded."parent"
        """

    static let delete = """
        DELETE FROM "Store" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Store"
        """

    static let count = """
        SELECT count(*) FROM "Store"
        """
}

extension Store: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try StoreMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try StoreMapping.bind(self, to: bindings)
    }
}
