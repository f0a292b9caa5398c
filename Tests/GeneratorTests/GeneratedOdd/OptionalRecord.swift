// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// An optional, as a value: changes are kept once `optionals.save(…)` has stored them.
struct OptionalRecord: Record {
    /// What tells one optional from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the optional has been saved.
    var identity: Identity?
    var name: String?
}

/// What optionals are made of.
extension OptionalRecord: DescribedRecord {
    static let entity = EntityDescription(
        name: "Optional",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string)
        ],
        relationships: []
    )

    static func blank() -> OptionalRecord {
        OptionalRecord()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(OptionalRecord.Identity.init),
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
