// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A default, as a value: changes are kept once `defaults.save(…)` has stored them.
struct Default: Record {
    /// What tells one `default` from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the `default` has been saved.
    var identity: Identity?
    var name: String?
}

/// What defaults are made of.
extension Default: DescribedRecord {
    static let entity = EntityDescription(
        name: "default",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string)
        ],
        relationships: []
    )

    static func blank() -> Default {
        Default()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(Default.Identity.init),
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
