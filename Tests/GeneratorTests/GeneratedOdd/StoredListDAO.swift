// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Lists in the store.
struct StoredListDAO: ListDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [List] {
        try await store.read { connection in
            try connection.rows(ListMapping.list) { try ListMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: List.Identity) async throws -> List? {
        try await store.read { connection in
            try connection.firstRow(ListMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try ListMapping.record(from: $0)
            }
        }
    }

    func save(_ list: List) async throws -> List {
        try await store.write { connection in
            try Self.save(list, connection)
        }
    }

    func save(_ lists: [List]) async throws -> [List] {
        try await store.write { connection in
            try lists.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: List.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(ListMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(ListMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(ListMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(ListMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ list: List,
        _ connection: StoreConnection
    ) throws -> List {
        var saved = list
        try connection.execute(ListMapping.save) {
            try ListMapping.bind(saved, to: $0)
        }
        if saved.identity == nil { saved.identity = List.Identity(connection.lastInsertedNumber) }
        return saved
    }
}

/// How lists stand in the table `List`.
nonisolated enum ListMapping {
    static func record(from row: StoreRow) throws -> List {
        List(
            identity: row.int64(0).map(List.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ list: List, to bindings: StoreBindings) throws {
        try bindings.bind(list.identity?.value, at: 1)
        try bindings.bind(list.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "List"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "List"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "List" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "List" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "List"
        """

    static let count = """
        SELECT count(*) FROM "List"
        """
}

extension List: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try ListMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try ListMapping.bind(self, to: bindings)
    }
}
