// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation

/// A string, as a value: changes are kept once `strings.save(…)` has stored them.
struct StringRecord: Record {
    /// What tells one string from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: UUID

        init(_ value: UUID) {
            self.value = value
        }
    }

    var name: String?
    var id: UUID
    /// The parent's identity; `manager.parent(of: string)` gives the record.
    var parent: StringRecord.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What strings are made of.
extension StringRecord: DescribedRecord {
    static let entity = EntityDescription(
        name: "String",
        identity: "id",
        attributes: [
            AttributeDescription("name", .string),
            AttributeDescription("id", .uuid, isOptional: false),
        ],
        relationships: [
            RelationshipDescription(
                "parent",
                to: "String",
                whenDestinationIsDeleted: .cascade,
                storage: .column
            ),
            RelationshipDescription(
                "children",
                to: "String",
                isToMany: true,
                storage: .inverse("parent")
            ),
        ]
    )

    static func blank() -> StringRecord {
        StringRecord(id: UUID())
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            name: values.string(0),
            id: values.required(values.uuid(1), 1),
            parent: values.uuid(2).map(StringRecord.Identity.init)
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
