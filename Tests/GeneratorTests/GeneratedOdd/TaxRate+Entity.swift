// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What taxRates are made of.
extension TaxRate: DescribedRecord {
    static let entity = EntityDescription(
        name: "tax_rate",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string)
        ],
        relationships: []
    )

    static func blank() -> TaxRate {
        TaxRate()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(TaxRate.Identity.init),
            name: values.string(1)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(identity?.value),
            StoredValue(name),
        ])
    }
}
