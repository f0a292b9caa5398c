// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore
import Foundation

/// Strings in the store.
struct StoredStringRecordDAO: StringRecordDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [StringRecord] {
        try await store.read { connection in
            try connection.rows(StringRecordMapping.list) {
                try StringRecordMapping.record(from: $0)
            }
        }
    }

    func retrieve(_ identity: StringRecord.Identity) async throws -> StringRecord? {
        try await store.read { connection in
            try connection.firstRow(StringRecordMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try StringRecordMapping.record(from: $0)
            }
        }
    }

    func save(_ string: StringRecord) async throws -> StringRecord {
        try await store.write { connection in
            try Self.save(string, connection)
        }
    }

    func save(_ strings: [StringRecord]) async throws -> [StringRecord] {
        try await store.write { connection in
            try connection.execute(StringRecordMapping.save, forEach: strings) {
                try StringRecordMapping.bind($0, to: $1)
            }
            return strings
        }
    }

    func delete(_ identity: StringRecord.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(StringRecordMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(StringRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(StringRecordMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(StringRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ string: StringRecord,
        _ connection: StoreConnection
    ) throws -> StringRecord {
        try connection.execute(StringRecordMapping.save) {
            try StringRecordMapping.bind(string, to: $0)
        }
        return string
    }
}

/// How strings stand in the table `String`.
nonisolated enum StringRecordMapping {
    static func record(from row: StoreRow) throws -> StringRecord {
        try StringRecord(
            name: row.string(0),
            id: row.required(row.uuid(1), 1),
            parent: row.uuid(2).map(StringRecord.Identity.init)
        )
    }

    static func bind(_ string: StringRecord, to bindings: StoreBindings) throws {
        try bindings.bind(string.name, at: 1)
        try bindings.bind(string.id, at: 2)
        try bindings.bind(string.parent?.value, at: 3)
    }

    static let list = """
        SELECT "name", "id", "parent"
        FROM "String"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "name", "id", "parent"
        FROM "String"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "String" (
            "name", "id", "parent"
        ) VALUES (
            ?1, ?2, ?3
        )
        ON CONFLICT ("id") DO UPDATE SET
            "name" = excluded."name",
            "parent" = excluded."parent"
        """

    static let delete = """
        DELETE FROM "String" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "String"
        """

    static let count = """
        SELECT count(*) FROM "String"
        """
}

extension StringRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try StringRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try StringRecordMapping.bind(self, to: bindings)
    }
}
