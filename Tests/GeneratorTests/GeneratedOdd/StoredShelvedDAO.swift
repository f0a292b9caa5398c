// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Shelveds in the store.
struct StoredShelvedDAO: ShelvedDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Shelved] {
        try await store.read { connection in
            try connection.rows(ShelvedMapping.list) { try ShelvedMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Shelved.Identity) async throws -> Shelved? {
        try await store.read { connection in
            try connection.firstRow(ShelvedMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try ShelvedMapping.record(from: $0)
            }
        }
    }

    func save(_ shelved: Shelved) async throws -> Shelved {
        try await store.write { connection in
            try Self.save(shelved, connection)
        }
    }

    func save(_ shelveds: [Shelved]) async throws -> [Shelved] {
        try await store.write { connection in
            try shelveds.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Shelved.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(ShelvedMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(ShelvedMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(ShelvedMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(ShelvedMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ shelved: Shelved,
        _ connection: StoreConnection
    ) throws -> Shelved {
        var saved = shelved
        try connection.execute(ShelvedMapping.save) {
            try ShelvedMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = Shelved.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}

/// How shelveds stand in the table `Shelved`.
nonisolated enum ShelvedMapping {
    static func record(from row: StoreRow) throws -> Shelved {
        try Shelved(
            identity: row.int64(0).map(Shelved.Identity.init),
            in: Store.Identity(row.required(row.uuid(1), 1))
        )
    }

    static func bind(_ shelved: Shelved, to bindings: StoreBindings) throws {
        try bindings.bind(shelved.identity?.value, at: 1)
        try bindings.bind(shelved.in.value, at: 2)
    }

    static let list = """
        SELECT "_id", "in"
        FROM "Shelved"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "in"
        FROM "Shelved"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Shelved" (
            "_id", "in"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "in" = excluded."in"
        """

    static let delete = """
        DELETE FROM "Shelved" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Shelved"
        """

    static let count = """
        SELECT count(*) FROM "Shelved"
        """
}

extension Shelved: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try ShelvedMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try ShelvedMapping.bind(self, to: bindings)
    }
}
