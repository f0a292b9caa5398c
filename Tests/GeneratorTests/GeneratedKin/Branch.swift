// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A branch, as a value: changes are kept once `branches.save(…)` has stored them.
struct Branch: Record {
    /// What tells one branch from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    var id: Int64
    /// The stem's identity; `manager.stem(of: branch)` gives the record.
    var stem: Branch.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What branches are made of.
extension Branch: DescribedRecord {
    static let entity = EntityDescription(
        name: "Branch",
        identity: "id",
        attributes: [
            AttributeDescription("id", .integer64, isOptional: false)
        ],
        relationships: [
            RelationshipDescription(
                "stem",
                to: "Branch",
                whenDestinationIsDeleted: .cascade,
                storage: .column
            ),
            RelationshipDescription(
                "twigs",
                to: "Branch",
                isToMany: true,
                storage: .inverse("stem")
            ),
        ]
    )

    static func blank() -> Branch {
        Branch(id: 0)
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            id: values.required(values.int64(0), 0),
            stem: values.int64(1).map(Branch.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id),
            StoredValue(stem?.value),
        ])
    }
}
