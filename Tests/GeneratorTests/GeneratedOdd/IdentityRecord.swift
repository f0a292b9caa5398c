// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation

/// An identity_, as a value: changes are kept once `identities.save(…)` has stored them.
struct IdentityRecord: Record {
    /// What tells one identity_ from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: UUID

        init(_ value: UUID) {
            self.value = value
        }
    }

    var name: String?
    var id: UUID
    /// The parent's identity; `manager.parent(of: identity_)` gives the record.
    var parent: IdentityRecord.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What identities are made of.
extension IdentityRecord: DescribedRecord {
    static let entity = EntityDescription(
        name: "Identity",
        identity: "id",
        attributes: [
            AttributeDescription("name", .string),
            AttributeDescription("id", .uuid, isOptional: false),
        ],
        relationships: [
            RelationshipDescription(
                "parent",
                to: "Identity",
                whenDestinationIsDeleted: .cascade,
                storage: .column
            ),
            RelationshipDescription(
                "children",
                to: "Identity",
                isToMany: true,
                storage: .inverse("parent")
            ),
        ]
    )

    static func blank() -> IdentityRecord {
        IdentityRecord(id: UUID())
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            name: values.string(0),
            id: values.required(values.uuid(1), 1),
            parent: values.uuid(2).map(IdentityRecord.Identity.init)
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
