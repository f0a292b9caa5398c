// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Keepings in the store.
struct StoredKeepingDAO: KeepingDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Keeping] {
        try await store.read { connection in
            try connection.rows(KeepingMapping.list) { try KeepingMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Keeping.Identity) async throws -> Keeping? {
        try await store.read { connection in
            try connection.firstRow(KeepingMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try KeepingMapping.record(from: $0)
            }
        }
    }

    func save(_ keepingRecord: Keeping) async throws -> Keeping {
        try await store.write { connection in
            try Self.save(keepingRecord, connection)
        }
    }

    func save(_ keepings: [Keeping]) async throws -> [Keeping] {
        try await store.write { connection in
            try keepings.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Keeping.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(KeepingMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(KeepingMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(KeepingMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(KeepingMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ keepingRecord: Keeping,
        _ connection: StoreConnection
    ) throws -> Keeping {
        var saved = keepingRecord
        try connection.execute(KeepingMapping.save) {
            try KeepingMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = Keeping.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}

/// How keepings stand in the table `Keeping`.
nonisolated enum KeepingMapping {
    static func record(from row: StoreRow) throws -> Keeping {
        Keeping(
            identity: row.int64(0).map(Keeping.Identity.init)
        )
    }

    static func bind(_ keepingRecord: Keeping, to bindings: StoreBindings) throws {
        try bindings.bind(keepingRecord.identity?.value, at: 1)
    }

    static let list = """
        SELECT "_id"
        FROM "Keeping"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id"
        FROM "Keeping"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Keeping" (
            "_id"
        ) VALUES (
            ?1
        )
        ON CONFLICT ("_id") DO NOTHING
        """

    static let delete = """
        DELETE FROM "Keeping" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Keeping"
        """

    static let count = """
        SELECT count(*) FROM "Keeping"
        """
}

extension Keeping: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try KeepingMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try KeepingMapping.bind(self, to: bindings)
    }
}
