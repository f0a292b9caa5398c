// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore
import Foundation

/// Identities in the store.
struct StoredIdentityRecordDAO: IdentityRecordDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [IdentityRecord] {
        try await store.read { connection in
            try connection.rows(IdentityRecordMapping.list) {
                try IdentityRecordMapping.record(from: $0)
            }
        }
    }

    func retrieve(_ identity: IdentityRecord.Identity) async throws -> IdentityRecord? {
        try await store.read { connection in
            try connection.firstRow(IdentityRecordMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try IdentityRecordMapping.record(from: $0)
            }
        }
    }

    func save(_ identity_: IdentityRecord) async throws -> IdentityRecord {
        try await store.write { connection in
            try Self.save(identity_, connection)
        }
    }

    func save(_ identities: [IdentityRecord]) async throws -> [IdentityRecord] {
        try await store.write { connection in
            try connection.execute(IdentityRecordMapping.save, forEach: identities) {
                try IdentityRecordMapping.bind($0, to: $1)
            }
            return identities
        }
    }

    func delete(_ identity: IdentityRecord.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(IdentityRecordMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(IdentityRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(IdentityRecordMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(IdentityRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ identity_: IdentityRecord,
        _ connection: StoreConnection
    ) throws -> IdentityRecord {
        try connection.execute(IdentityRecordMapping.save) {
            try IdentityRecordMapping.bind(identity_, to: $0)
        }
        return identity_
    }
}

/// How identities stand in the table `Identity`.
nonisolated enum IdentityRecordMapping {
    static func record(from row: StoreRow) throws -> IdentityRecord {
        try IdentityRecord(
            name: row.string(0),
            id: row.required(row.uuid(1), 1),
            parent: row.uuid(2).map(IdentityRecord.Identity.init)
        )
    }

    static func bind(_ identity_: IdentityRecord, to bindings: StoreBindings) throws {
        try bindings.bind(identity_.name, at: 1)
        try bindings.bind(identity_.id, at: 2)
        try bindings.bind(identity_.parent?.value, at: 3)
    }

    static let list = """
        SELECT "name", "id", "parent"
        FROM "Identity"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "name", "id", "parent"
        FROM "Identity"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Identity" (
            "name", "id", "parent"
        ) VALUES (
            ?1, ?2, ?3
        )
        ON CONFLICT ("id") DO UPDATE SET
            "name" = excluded."name",
            "parent" = excluded."parent"
        """

    static let delete = """
        DELETE FROM "Identity" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Identity"
        """

    static let count = """
        SELECT count(*) FROM "Identity"
        """
}

extension IdentityRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try IdentityRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try IdentityRecordMapping.bind(self, to: bindings)
    }
}
