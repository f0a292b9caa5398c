// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Types in the store.
struct StoredTypeRecordDAO: TypeRecordDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [TypeRecord] {
        try await store.read { connection in
            try connection.rows(TypeRecordMapping.list) { try TypeRecordMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: TypeRecord.Identity) async throws -> TypeRecord? {
        try await store.read { connection in
            try connection.firstRow(TypeRecordMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try TypeRecordMapping.record(from: $0)
            }
        }
    }

    func save(_ type: TypeRecord) async throws -> TypeRecord {
        try await store.write { connection in
            try Self.save(type, connection)
        }
    }

    func save(_ types: [TypeRecord]) async throws -> [TypeRecord] {
        try await store.write { connection in
            try types.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: TypeRecord.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(TypeRecordMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(TypeRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(TypeRecordMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(TypeRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ type: TypeRecord,
        _ connection: StoreConnection
    ) throws -> TypeRecord {
        var saved = type
        try connection.execute(TypeRecordMapping.save) {
            try TypeRecordMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = TypeRecord.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}

/// How types stand in the table `Type`.
nonisolated enum TypeRecordMapping {
    static func record(from row: StoreRow) throws -> TypeRecord {
        TypeRecord(
            identity: row.int64(0).map(TypeRecord.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ type: TypeRecord, to bindings: StoreBindings) throws {
        try bindings.bind(type.identity?.value, at: 1)
        try bindings.bind(type.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Type"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Type"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Type" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Type" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Type"
        """

    static let count = """
        SELECT count(*) FROM "Type"
        """
}

extension TypeRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try TypeRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try TypeRecordMapping.bind(self, to: bindings)
    }
}
