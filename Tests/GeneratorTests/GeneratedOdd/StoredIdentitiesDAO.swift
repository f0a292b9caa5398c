// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// IdentitiesRecordRecords in the store.
struct StoredIdentitiesDAO: IdentitiesDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Identities] {
        try await store.read { connection in
            try connection.rows(IdentitiesMapping.list) { try IdentitiesMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Identities.Identity) async throws -> Identities? {
        try await store.read { connection in
            try connection.firstRow(IdentitiesMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try IdentitiesMapping.record(from: $0)
            }
        }
    }

    func save(_ identitiesRecord: Identities) async throws -> Identities {
        try await store.write { connection in
            try Self.save(identitiesRecord, connection)
        }
    }

    func save(_ identitiesRecordRecords: [Identities]) async throws -> [Identities] {
        try await store.write { connection in
            try identitiesRecordRecords.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Identities.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(IdentitiesMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(IdentitiesMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(IdentitiesMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(IdentitiesMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ identitiesRecord: Identities,
        _ connection: StoreConnection
    ) throws -> Identities {
        var saved = identitiesRecord
        try connection.execute(IdentitiesMapping.save) {
            try IdentitiesMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = Identities.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}

/// How identitiesRecordRecords stand in the table `Identities`.
nonisolated enum IdentitiesMapping {
    static func record(from row: StoreRow) throws -> Identities {
        Identities(
            identity: row.int64(0).map(Identities.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ identitiesRecord: Identities, to bindings: StoreBindings) throws {
        try bindings.bind(identitiesRecord.identity?.value, at: 1)
        try bindings.bind(identitiesRecord.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Identities"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Identities"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Identities" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Identities" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Identities"
        """

    static let count = """
        SELECT count(*) FROM "Identities"
        """
}

extension Identities: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try IdentitiesMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try IdentitiesMapping.bind(self, to: bindings)
    }
}
