// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Models in the store.
struct StoredModelRecordDAO: ModelRecordDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [ModelRecord] {
        try await store.read { connection in
            try connection.rows(ModelRecordMapping.list) { try ModelRecordMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: ModelRecord.Identity) async throws -> ModelRecord? {
        try await store.read { connection in
            try connection.firstRow(ModelRecordMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try ModelRecordMapping.record(from: $0)
            }
        }
    }

    func save(_ model: ModelRecord) async throws -> ModelRecord {
        try await store.write { connection in
            try Self.save(model, connection)
        }
    }

    func save(_ models: [ModelRecord]) async throws -> [ModelRecord] {
        try await store.write { connection in
            try models.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: ModelRecord.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(ModelRecordMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(ModelRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(ModelRecordMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(ModelRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ model: ModelRecord,
        _ connection: StoreConnection
    ) throws -> ModelRecord {
        var saved = model
        try connection.execute(ModelRecordMapping.save) {
            try ModelRecordMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = ModelRecord.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}

/// How models stand in the table `Model`.
nonisolated enum ModelRecordMapping {
    static func record(from row: StoreRow) throws -> ModelRecord {
        ModelRecord(
            identity: row.int64(0).map(ModelRecord.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ model: ModelRecord, to bindings: StoreBindings) throws {
        try bindings.bind(model.identity?.value, at: 1)
        try bindings.bind(model.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Model"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Model"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Model" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Model" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Model"
        """

    static let count = """
        SELECT count(*) FROM "Model"
        """
}

extension ModelRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try ModelRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try ModelRecordMapping.bind(self, to: bindings)
    }
}
