// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A nothing, as a value: changes are kept once `nothings.save(…)` has stored them.
struct Nothing: Record {
    /// What tells one nothing from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the nothing has been saved.
    var identity: Identity?
}

/// What nothings are made of.
extension Nothing: DescribedRecord {
    static let entity = EntityDescription(
        name: "Nothing",
        identity: "_id",
        attributes: [],
        relationships: []
    )

    static func blank() -> Nothing {
        Nothing()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(Nothing.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(identity?.value)
        ])
    }
}
