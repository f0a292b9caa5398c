// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A spot, as a value: changes are kept once `spots.save(…)` has stored them.
struct Spot: Record {
    /// What tells one spot from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: String

        init(_ value: String) {
            self.value = value
        }
    }

    var id: String

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What spots are made of.
extension Spot: DescribedRecord {
    static let entity = EntityDescription(
        name: "Spot",
        identity: "id",
        attributes: [
            AttributeDescription("id", .string, isOptional: false)
        ],
        relationships: [],
        hierarchy: EntityHierarchy(
            root: "Spot",
            kinds: ["Camp", "Pond", "Fort"],
            isAbstract: true
        )
    )

    static func blank() -> Spot {
        Spot(id: "")
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            id: values.required(values.string(0), 0)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id)
        ])
    }
}
