// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// TaxRates in the store.
struct StoredTaxRateDAO: TaxRateDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [TaxRate] {
        try await store.read { connection in
            try connection.rows(TaxRateMapping.list) { try TaxRateMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: TaxRate.Identity) async throws -> TaxRate? {
        try await store.read { connection in
            try connection.firstRow(TaxRateMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try TaxRateMapping.record(from: $0)
            }
        }
    }

    func save(_ taxRate: TaxRate) async throws -> TaxRate {
        try await store.write { connection in
            try Self.save(taxRate, connection)
        }
    }

    func save(_ taxRates: [TaxRate]) async throws -> [TaxRate] {
        try await store.write { connection in
            try taxRates.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: TaxRate.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(TaxRateMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(TaxRateMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(TaxRateMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(TaxRateMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ taxRate: TaxRate,
        _ connection: StoreConnection
    ) throws -> TaxRate {
        var saved = taxRate
        try connection.execute(TaxRateMapping.save) {
            try TaxRateMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = TaxRate.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}

/// How taxRates stand in the table `tax_rate`.
nonisolated enum TaxRateMapping {
    static func record(from row: StoreRow) throws -> TaxRate {
        TaxRate(
            identity: row.int64(0).map(TaxRate.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ taxRate: TaxRate, to bindings: StoreBindings) throws {
        try bindings.bind(taxRate.identity?.value, at: 1)
        try bindings.bind(taxRate.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "tax_rate"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "tax_rate"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "tax_rate" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "tax_rate" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "tax_rate"
        """

    static let count = """
        SELECT count(*) FROM "tax_rate"
        """
}

extension TaxRate: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try TaxRateMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try TaxRateMapping.bind(self, to: bindings)
    }
}
