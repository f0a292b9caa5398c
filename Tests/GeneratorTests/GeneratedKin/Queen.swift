// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A queen, as a value: changes are kept once `queens.save(…)` has stored them.
struct Queen: Record {
    /// What tells one queen from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    var id: Int64
    /// The crown's identity; `manager.crown(of: queen)` gives the record.
    var crown: Crown.Identity

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What queens are made of.
extension Queen: DescribedRecord {
    static let entity = EntityDescription(
        name: "Queen",
        identity: "id",
        attributes: [
            AttributeDescription("id", .integer64, isOptional: false)
        ],
        relationships: [
            RelationshipDescription(
                "crown",
                to: "Crown",
                isOptional: false,
                storage: .column,
                isOneToOne: true
            )
        ]
    )

    static func blank() -> Queen {
        Queen(id: 0, crown: Crown.Identity(0))
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            id: values.required(values.int64(0), 0),
            crown: Crown.Identity(values.required(values.int64(1), 1))
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id),
            StoredValue(crown.value),
        ])
    }
}
