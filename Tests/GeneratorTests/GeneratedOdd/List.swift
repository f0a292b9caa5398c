// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A list, as a value: changes are kept once `lists.save(…)` has stored them.
struct List: Record {
    /// What tells one list from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the list has been saved.
    var identity: Identity?
    var name: String?
}

/// What lists are made of.
extension List: DescribedRecord {
    static let entity = EntityDescription(
        name: "List",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string)
        ],
        relationships: []
    )

    static func blank() -> List {
        List()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(List.Identity.init),
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
