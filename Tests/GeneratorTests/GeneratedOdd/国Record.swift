// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A 国, as a value: changes are kept once `国s.save(…)` has stored them.
struct 国Record: Record {
    /// What tells one 国 from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    var id: Int64

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What 国s are made of.
extension 国Record: DescribedRecord {
    static let entity = EntityDescription(
        name: "国",
        identity: "id",
        attributes: [
            AttributeDescription("id", .integer64, isOptional: false)
        ],
        relationships: [
            RelationshipDescription("都市", to: "都市", isToMany: true, storage: .inverse("国"))
        ]
    )

    static func blank() -> 国Record {
        国Record(id: 0)
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            id: values.required(values.int64(0), 0)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id)
        ])
    }
}
