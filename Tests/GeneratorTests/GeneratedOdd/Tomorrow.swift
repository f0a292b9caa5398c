// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A tomorrow, as a value: changes are kept once `tomorrows.save(…)` has stored them.
struct Tomorrow: Record {
    /// What tells one tomorrow from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the tomorrow has been saved.
    var identity: Identity?
    var `throw`: String?
    /// The borrow's identity; `manager.borrow(of: tomorrow)` gives the record.
    var borrow: Tomorrow.Identity?
}

/// What tomorrows are made of.
extension Tomorrow: DescribedRecord {
    static let entity = EntityDescription(
        name: "Tomorrow",
        identity: "_id",
        attributes: [
            AttributeDescription("throw", .string)
        ],
        relationships: [
            RelationshipDescription("borrow", to: "Tomorrow", storage: .column)
        ]
    )

    static func blank() -> Tomorrow {
        Tomorrow()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(Tomorrow.Identity.init),
            throw: values.string(1),
            borrow: values.int64(2).map(Tomorrow.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(identity?.value),
            StoredValue(`throw`),
            StoredValue(borrow?.value),
        ])
    }
}
