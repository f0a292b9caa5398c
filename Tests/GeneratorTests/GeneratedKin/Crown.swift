// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A crown, as a value: changes are kept once `crowns.save(…)` has stored them.
struct Crown: Record {
    /// What tells one crown from another: the value of `id`.
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

/// What crowns are made of.
extension Crown: DescribedRecord {
    static let entity = EntityDescription(
        name: "Crown",
        identity: "id",
        attributes: [
            AttributeDescription("id", .integer64, isOptional: false)
        ],
        relationships: [
            RelationshipDescription("worn", to: "Queen", storage: .inverse("crown"))
        ]
    )

    static func blank() -> Crown {
        Crown(id: 0)
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
