// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation

/// A case, as a value: changes are kept once `cases.save(…)` has stored them.
struct Case: Record {
    /// What tells one `case` from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: UUID

        init(_ value: UUID) {
            self.value = value
        }
    }

    var name: String?
    var id: UUID
    /// The parent's identity; `manager.parent(of: `case`)` gives the record.
    var parent: Case.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What cases are made of.
extension Case: DescribedRecord {
    static let entity = EntityDescription(
        name: "Case",
        identity: "id",
        attributes: [
            AttributeDescription("name", .string),
            AttributeDescription("id", .uuid, isOptional: false),
        ],
        relationships: [
            RelationshipDescription(
                "parent",
                to: "Case",
                whenDestinationIsDeleted: .cascade,
                storage: .column
            ),
            RelationshipDescription(
                "children",
                to: "Case",
                isToMany: true,
                storage: .inverse("parent")
            ),
        ]
    )

    static func blank() -> Case {
        Case(id: UUID())
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            name: values.string(0),
            id: values.required(values.uuid(1), 1),
            parent: values.uuid(2).map(Case.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(name),
            StoredValue(id),
            StoredValue(parent?.value),
        ])
    }
}
