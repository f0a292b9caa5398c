// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A taxRate, as a value: changes are kept once `taxRates.save(…)` has stored them.
struct TaxRate: Record {
    /// What tells one taxRate from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the taxRate has been saved.
    var identity: Identity?
    var name: String?
}

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
