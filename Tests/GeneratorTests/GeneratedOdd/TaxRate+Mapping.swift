// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How taxRates stand in the table `tax_rate`.
enum TaxRateMapping {
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
