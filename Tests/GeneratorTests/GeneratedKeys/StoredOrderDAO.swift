// Made by cdgen from Keys.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Orders in the store.
struct StoredOrderDAO: OrderDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Order] {
        try await store.read { connection in
            try connection.rows(OrderMapping.list) { try OrderMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Order.Identity) async throws -> Order? {
        try await store.read { connection in
            try connection.firstRow(OrderMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try OrderMapping.record(from: $0)
            }
        }
    }

    func save(_ order: Order) async throws -> Order {
        try await store.write { connection in
            try Self.save(order, connection)
        }
    }

    func save(_ orders: [Order]) async throws -> [Order] {
        try await store.write { connection in
            try connection.execute(OrderMapping.save, forEach: orders) {
                try OrderMapping.bind($0, to: $1)
            }
            return orders
        }
    }

    func delete(_ identity: Order.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(OrderMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(OrderMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(OrderMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(OrderMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ order: Order,
        _ connection: StoreConnection
    ) throws -> Order {
        try connection.execute(OrderMapping.save) {
            try OrderMapping.bind(order, to: $0)
        }
        return order
    }
}

/// How orders stand in the table `Order`.
nonisolated enum OrderMapping {
    static func record(from row: StoreRow) throws -> Order {
        try Order(
            id: row.required(row.string(0), 0),
            state: row.required(row.string(1), 1)
        )
    }

    static func bind(_ order: Order, to bindings: StoreBindings) throws {
        try bindings.bind(order.id, at: 1)
        try bindings.bind(order.state, at: 2)
    }

    static let list = """
        SELECT "id", "state"
        FROM "Order"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id", "state"
        FROM "Order"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Order" (
            "id", "state"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("id") DO UPDATE SET
            "state" = excluded."state"
        """

    static let delete = """
        DELETE FROM "Order" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Order"
        """

    static let count = """
        SELECT count(*) FROM "Order"
        """
}

extension Order: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try OrderMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try OrderMapping.bind(self, to: bindings)
    }
}
