// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Shelves in the store.
struct StoredShelfDAO: ShelfDAO, StoredDataAccessObject {
    let store: CacheStore

    nonisolated(nonsending) func list() async throws -> [Shelf] {
        try await store.read { connection in
            try connection.rows(ShelfMapping.list) { try ShelfMapping.record(from: $0) }
        }
    }

    nonisolated(nonsending) func retrieve(_ identity: Shelf.Identity) async throws -> Shelf? {
        try await store.read { connection in
            try connection.firstRow(ShelfMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try ShelfMapping.record(from: $0)
            }
        }
    }

    nonisolated(nonsending) func save(_ shelf: Shelf) async throws -> Shelf {
        try await store.writeBriefly { connection in
            try Self.save(shelf, connection)
        }
    }

    nonisolated(nonsending) func save(_ shelves: [Shelf]) async throws -> [Shelf] {
        try await store.write { connection in
            try shelves.map { try Self.save($0, connection) }
        }
    }

    nonisolated(nonsending) func delete(_ identity: Shelf.Identity) async throws -> Bool {
        try await store.writeBriefly { connection in
            let count = try connection.execute(ShelfMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    nonisolated(nonsending) func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(ShelfMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(ShelfMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    nonisolated(nonsending) func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(ShelfMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ shelf: Shelf,
        _ connection: StoreConnection
    ) throws -> Shelf {
        var saved = shelf
        try connection.execute(ShelfMapping.save) {
            try ShelfMapping.bind(saved, to: $0)
        }
        if saved.identity == nil { saved.id = connection.lastInsertedNumber }
        return saved
    }
}

/// How shelves stand in the table `Shelf`.
nonisolated enum ShelfMapping {
    static func record(from row: StoreRow) throws -> Shelf {
        Shelf(
            id: row.int64(0),
            room: row.string(1)
        )
    }

    static func bind(_ shelf: Shelf, to bindings: StoreBindings) throws {
        try bindings.bind(shelf.id, at: 1)
        try bindings.bind(shelf.room, at: 2)
    }

    static let list = """
        SELECT "id", "room"
        FROM "Shelf"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id", "room"
        FROM "Shelf"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Shelf" (
            "id", "room"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("id") DO UPDATE SET
            "room" = excluded."room"
        """

    static let delete = """
        DELETE FROM "Shelf" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Shelf"
        """

    static let count = """
        SELECT count(*) FROM "Shelf"
        """
}

extension Shelf: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try ShelfMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try ShelfMapping.bind(self, to: bindings)
    }
}
