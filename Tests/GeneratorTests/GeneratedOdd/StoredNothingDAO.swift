// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Nothings in the store.
struct StoredNothingDAO: NothingDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Nothing] {
        try await store.read { connection in
            try connection.rows(NothingMapping.list) { try NothingMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Nothing.Identity) async throws -> Nothing? {
        try await store.read { connection in
            try connection.firstRow(NothingMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try NothingMapping.record(from: $0)
            }
        }
    }

    func save(_ nothing: Nothing) async throws -> Nothing {
        try await store.write { connection in
            try Self.save(nothing, connection)
        }
    }

    func save(_ nothings: [Nothing]) async throws -> [Nothing] {
        try await store.write { connection in
            try nothings.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Nothing.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(NothingMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(NothingMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(NothingMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(NothingMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ nothing: Nothing,
        _ connection: StoreConnection
    ) throws -> Nothing {
        var saved = nothing
        try connection.execute(NothingMapping.save) {
            try NothingMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = Nothing.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}

/// How nothings stand in the table `Nothing`.
nonisolated enum NothingMapping {
    static func record(from row: StoreRow) throws -> Nothing {
        Nothing(
            identity: row.int64(0).map(Nothing.Identity.init)
        )
    }

    static func bind(_ nothing: Nothing, to bindings: StoreBindings) throws {
        try bindings.bind(nothing.identity?.value, at: 1)
    }

    static let list = """
        SELECT "_id"
        FROM "Nothing"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id"
        FROM "Nothing"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Nothing" (
            "_id"
        ) VALUES (
            ?1
        )
        ON CONFLICT ("_id") DO NOTHING
        """

    static let delete = """
        DELETE FROM "Nothing" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Nothing"
        """

    static let count = """
        SELECT count(*) FROM "Nothing"
        """
}

extension Nothing: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try NothingMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try NothingMapping.bind(self, to: bindings)
    }
}
