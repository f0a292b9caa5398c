// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A 都市, as a value: changes are kept once `都市s.save(…)` has stored them.
struct 都市Record: Record {
    /// What tells one 都市 from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the 都市 has been saved.
    var identity: Identity?
    var name: String?
    /// The 国's identity; `manager.国(of: 都市)` gives the record.
    var 国: 国Record.Identity?
}

/// What 都市s are made of.
extension 都市Record: DescribedRecord {
    static let entity = EntityDescription(
        name: "都市",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string)
        ],
        relationships: [
            RelationshipDescription(
                "国",
                to: "国",
                whenDestinationIsDeleted: .cascade,
                storage: .column
            )
        ]
    )

    static func blank() -> 都市Record {
        都市Record()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(都市Record.Identity.init),
            name: values.string(1),
            国: values.int64(2).map(国Record.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(identity?.value),
            StoredValue(name),
            StoredValue(国?.value),
        ])
    }
}
