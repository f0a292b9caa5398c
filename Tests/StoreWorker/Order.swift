import CacheStore
import DataAccess
import Foundation

/// Of the size of a common record, with items that go when it goes.
struct Order: StoredRecord, NumberedRecord {
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) { self.value = value }
    }

    static let entity = EntityDescription(
        name: "Order",
        identity: "id",
        attributes: [
            AttributeDescription("id", .integer64),
            AttributeDescription("customer", .string),
            AttributeDescription("note", .string),
            AttributeDescription("total", .double),
        ]
    )
    static let statements = RecordStatements(entity)
    static let model = StoreModel(
        name: "Shop",
        statements: [
            """
            CREATE TABLE "Order" (
                "id" INTEGER PRIMARY KEY, "customer" TEXT, "note" TEXT, "total" REAL
            )
            """,
            """
            CREATE TABLE "Item" (
                "id" INTEGER PRIMARY KEY,
                "order" INTEGER NOT NULL REFERENCES "Order" ("id") ON DELETE CASCADE
                    DEFERRABLE INITIALLY DEFERRED
            )
            """,
            "CREATE INDEX \"Item:order\" ON \"Item\" (\"order\")",
        ],
        entities: [entity]
    )

    var id: Int64?
    var customer: String?
    var note: String?
    var total: Double?

    var identity: Identity? {
        get { id.map(Identity.init) }
        set { id = newValue?.value }
    }

    init(id: Int64? = nil, customer: String?, note: String?, total: Double?) {
        self.id = id
        self.customer = customer
        self.note = note
        self.total = total
    }

    init(row: some ColumnReader) {
        self.init(
            id: row.int64(0),
            customer: row.string(1),
            note: row.string(2),
            total: row.double(3)
        )
    }

    static func blank() -> Order { Order(customer: nil, note: nil, total: nil) }

    func bind(to row: any ColumnBinder) throws {
        try row.bind(id, at: 1)
        try row.bind(customer, at: 2)
        try row.bind(note, at: 3)
        try row.bind(total, at: 4)
    }

    static func fill(_ store: CacheStore, _ count: Int64) async throws {
        try await store.write { connection in
            for id in 1...count {
                let customer = "customer number \(id % 1000)"
                try connection.insert(
                    Order(
                        id: id,
                        customer: customer,
                        note: "to be packed \(id)",
                        total: id % 2 == 0 ? 9.5 : 5.5
                    )
                )
                try connection.execute("INSERT INTO \"Item\" (\"order\") VALUES (?1)") {
                    try $0.bind(id, at: 1)
                }
            }
        }
    }

    /// - Returns: how many orders it has met.
    static func work(_ name: String, _ store: CacheStore) async throws -> Int {
        let orders = StoreDAO<Order>(store: store)
        let half = DataQuery(filter: .init("total > 9"))
        switch name {
        case "list": return try await orders.list().count
        case "stream":
            return try await store.read { connection in
                var count = 0
                try connection.forEach(Order.self) { _ in count += 1 }
                return count
            }
        case "batches":
            var count = 0
            for try await batch in orders.batches() { count += batch.count }
            return count
        case "delete":
            return try await store.context.deleteAll(Order.self, half)
        default:
            return try await orders.delete(half) ? try await orders.count() : 0
        }
    }
}

/// In kilobytes.
func peakMemory() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return Int(line.filter(\.isNumber)) ?? 0
}
