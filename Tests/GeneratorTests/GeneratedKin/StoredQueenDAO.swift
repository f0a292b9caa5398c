// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Queens in the store.
struct StoredQueenDAO: QueenDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Queen] {
        try await store.read { connection in
            try connection.rows(QueenMapping.list) { try QueenMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Queen.Identity) async throws -> Queen? {
        try await store.read { connection in
            try connection.firstRow(QueenMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try QueenMapping.record(from: $0)
            }
        }
    }

    func save(_ queen: Queen) async throws -> Queen {
        try await store.write { connection in
            try Self.save(queen, connection)
        }
    }

    func save(_ queens: [Queen]) async throws -> [Queen] {
        try await store.write { connection in
            try connection.execute(QueenMapping.save, forEach: queens) {
                try QueenMapping.bind($0, to: $1)
            }
            return queens
        }
    }

    func delete(_ identity: Queen.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(QueenMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(QueenMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(QueenMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(QueenMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ queen: Queen,
        _ connection: StoreConnection
    ) throws -> Queen {
        try connection.execute(QueenMapping.save) {
            try QueenMapping.bind(queen, to: $0)
        }
        return queen
    }
}

/// How queens stand in the table `Queen`.
nonisolated enum QueenMapping {
    static func record(from row: StoreRow) throws -> Queen {
        try Queen(
            id: row.required(row.int64(0), 0),
            crown: Crown.Identity(row.required(row.int64(1), 1))
        )
    }

    static func bind(_ queen: Queen, to bindings: StoreBindings) throws {
        try bindings.bind(queen.id, at: 1)
        try bindings.bind(queen.crown.value, at: 2)
    }

    static let list = """
        SELECT "id", "crown"
        FROM "Queen"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id", "crown"
        FROM "Queen"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Queen" (
            "id", "crown"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("id") DO UPDATE SET
            "crown" = excluded."crown"
        """

    static let delete = """
        DELETE FROM "Queen" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Queen"
        """

    static let count = """
        SELECT count(*) FROM "Queen"
        """
}

extension Queen: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try QueenMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try QueenMapping.bind(self, to: bindings)
    }
}
