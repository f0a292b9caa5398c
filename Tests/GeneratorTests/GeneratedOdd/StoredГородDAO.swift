// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore
import Foundation

/// Городs in the store.
struct StoredГородDAO: ГородDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Город] {
        try await store.read { connection in
            try connection.rows(ГородMapping.list) { try ГородMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Город.Identity) async throws -> Город? {
        try await store.read { connection in
            try connection.firstRow(ГородMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try ГородMapping.record(from: $0)
            }
        }
    }

    func save(_ город: Город) async throws -> Город {
        try await store.write { connection in
            try Self.save(город, connection)
        }
    }

    func save(_ городs: [Город]) async throws -> [Город] {
        try await store.write { connection in
            try connection.execute(ГородMapping.save, forEach: городs) {
                try ГородMapping.bind($0, to: $1)
            }
            return городs
        }
    }

    func delete(_ identity: Город.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(ГородMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(ГородMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(ГородMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(ГородMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ город: Город,
        _ connection: StoreConnection
    ) throws -> Город {
        try connection.execute(ГородMapping.save) {
            try ГородMapping.bind(город, to: $0)
        }
        return город
    }
}

/// How городs stand in the table `Город`.
nonisolated enum ГородMapping {
    static func record(from row: StoreRow) throws -> Город {
        try Город(
            name: row.string(0),
            id: row.required(row.uuid(1), 1),
            parent: row.uuid(2).map(Город.Identity.init)
        )
    }

    static func bind(_ город: Город, to bindings: StoreBindings) throws {
        try bindings.bind(город.name, at: 1)
        try bindings.bind(город.id, at: 2)
        try bindings.bind(город.parent?.value, at: 3)
    }

    static let list = """
        SELECT "name", "id", "parent"
        FROM "Город"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "name", "id", "parent"
        FROM "Город"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Город" (
            "name", "id", "parent"
        ) VALUES (
            ?1, ?2, ?3
        )
        ON CONFLICT ("id") DO UPDATE SET
            "name" = excluded."name",
            "parent" = excluded."parent"
        """

    static let delete = """
        DELETE FROM "Город" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Город"
        """

    static let count = """
        SELECT count(*) FROM "Город"
        """
}

extension Город: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try ГородMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try ГородMapping.bind(self, to: bindings)
    }
}
