// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Desks in the store.
struct StoredDeskDAO: DeskDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Desk] {
        try await store.read { connection in
            try connection.rows(DeskMapping.list) { try DeskMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Desk.Identity) async throws -> Desk? {
        try await store.read { connection in
            try connection.firstRow(DeskMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try DeskMapping.record(from: $0)
            }
        }
    }

    func save(_ desk: Desk) async throws -> Desk {
        try await store.write { connection in
            try Self.save(desk, connection)
        }
    }

    func save(_ desks: [Desk]) async throws -> [Desk] {
        try await store.write { connection in
            try connection.execute(DeskMapping.save, forEach: desks) {
                try DeskMapping.bind($0, to: $1)
            }
            return desks
        }
    }

    func delete(_ identity: Desk.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(DeskMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(DeskMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(DeskMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(DeskMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ desk: Desk,
        _ connection: StoreConnection
    ) throws -> Desk {
        try connection.execute(DeskMapping.save) {
            try DeskMapping.bind(desk, to: $0)
        }
        return desk
    }
}

/// How desks stand in the table `Desk`.
nonisolated enum DeskMapping {
    static func record(from row: StoreRow) throws -> Desk {
        try Desk(
            id: row.required(row.int64(0), 0),
            owner: row.string(1).map(Partner.Identity.init)
        )
    }

    static func bind(_ desk: Desk, to bindings: StoreBindings) throws {
        try bindings.bind(desk.id, at: 1)
        try bindings.bind(desk.owner?.value, at: 2)
    }

    static let list = """
        SELECT "id", "owner"
        FROM "Desk"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id", "owner"
        FROM "Desk"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Desk" (
            "id", "owner"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("id") DO UPDATE SET
            "owner" = excluded."owner"
        """

    static let delete = """
        DELETE FROM "Desk" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Desk"
        """

    static let count = """
        SELECT count(*) FROM "Desk"
        """
}

extension Desk: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try DeskMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try DeskMapping.bind(self, to: bindings)
    }
}
