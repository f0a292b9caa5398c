// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation

/// A город, as a value: changes are kept once `городs.save(…)` has stored them.
struct Город: Record {
    /// What tells one город from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: UUID

        init(_ value: UUID) {
            self.value = value
        }
    }

    var name: String?
    var id: UUID
    /// The parent's identity; `manager.parent(of: город)` gives the record.
    var parent: Город.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What городs are made of.
extension Город: DescribedRecord {
    static let entity = EntityDescription(
        name: "Город",
        identity: "id",
        attributes: [
            AttributeDescription("name", .string),
            AttributeDescription("id", .uuid, isOptional: false),
        ],
        relationships: [
            RelationshipDescription(
                "parent",
                to: "Город",
                whenDestinationIsDeleted: .cascade,
                storage: .column
            ),
            RelationshipDescription(
                "children",
                to: "Город",
                isToMany: true,
                storage: .inverse("parent")
            ),
        ]
    )

    static func blank() -> Город {
        Город(id: UUID())
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            name: values.string(0),
            id: values.required(values.uuid(1), 1),
            parent: values.uuid(2).map(Город.Identity.init)
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
