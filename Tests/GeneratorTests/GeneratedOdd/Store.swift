// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation

/// A storeRecord, as a value: changes are kept once `stores.save(…)` has stored them.
struct Store: Record {
    /// What tells one storeRecord from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: UUID

        init(_ value: UUID) {
            self.value = value
        }
    }

    var name: String?
    var id: UUID
    /// The parent's identity; `manager.parent(of: storeRecord)` gives the record.
    var parent: Store.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What stores are made of.
extension Store: DescribedRecord {
    static let entity = EntityDescription(
        name: "Store",
        identity: "id",
        attributes: [
            AttributeDescription("name", .string),
            AttributeDescription("id", .uuid, isOptional: false),
        ],
        relationships: [
            RelationshipDescription(
                "parent",
                to: "Store",
                whenDestinationIsDeleted: .cascade,
                storage: .column
            ),
            RelationshipDescription(
                "children",
                to: "Store",
                isToMany: true,
                storage: .inverse("parent")
            ),
        ]
    )

    static func blank() -> Store {
        Store(id: UUID())
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            name: values.string(0),
            id: values.required(values.uuid(1), 1),
            parent: values.uuid(2).map(Store.Identity.init)
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
