// Made by cdgen from Keys.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Items in the store.
struct StoredItemDAO: ItemDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Item] {
        try await store.read { connection in
            try connection.rows(ItemMapping.list) { try ItemMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Item.Identity) async throws -> Item? {
        try await store.read { connection in
            try connection.firstRow(ItemMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try ItemMapping.record(from: $0)
            }
        }
    }

    func save(_ item: Item) async throws -> Item {
        try await store.write { connection in
            try Self.save(item, connection)
        }
    }

    func save(_ items: [Item]) async throws -> [Item] {
        try await store.write { connection in
            try items.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Item.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(ItemMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(ItemMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(ItemMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(ItemMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ item: Item,
        _ connection: StoreConnection
    ) throws -> Item {
        var saved = item
        try connection.execute(ItemMapping.save) {
            try ItemMapping.bind(saved, to: $0)
        }
        if saved.identity == nil { saved.identity = Item.Identity(connection.lastInsertedNumber) }
        return saved
    }
}

/// How items stand in the table `Item`.
nonisolated enum ItemMapping {
    static func record(from row: StoreRow) throws -> Item {
        try Item(
            identity: row.int64(0).map(Item.Identity.init),
            name: row.required(row.string(1), 1),
            order: Order.Identity(row.required(row.string(2), 2))
        )
    }

    static func bind(_ item: Item, to bindings: StoreBindings) throws {
        try bindings.bind(item.identity?.value, at: 1)
        try bindings.bind(item.name, at: 2)
        try bindings.bind(item.order.value, at: 3)
    }

    static let list = """
        SELECT "_id", "name", "order"
        FROM "Item"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name", "order"
        FROM "Item"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Item" (
            "_id", "name", "order"
        ) VALUES (
            ?1, ?2, ?3
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name",
            "order" = excluded."order"
        """

    static let delete = """
        DELETE FROM "Item" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Item"
        """

    static let count = """
        SELECT count(*) FROM "Item"
        """
}

extension Item: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try ItemMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try ItemMapping.bind(self, to: bindings)
    }
}
