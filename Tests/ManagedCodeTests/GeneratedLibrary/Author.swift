// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation

/// An author, as a value: changes are kept once `authors.save(…)` has stored them.
struct Author: Record {
    /// What tells one author from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: String

        init(_ value: String) {
            self.value = value
        }
    }

    var born: Date?
    var id: String?
    var name: String = ""

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        id.map(Identity.init)
    }
}

/// What authors are made of.
extension Author: DescribedRecord {
    static let entity = EntityDescription(
        name: "Author",
        identity: "id",
        attributes: [
            AttributeDescription("born", .date),
            AttributeDescription("id", .string),
            AttributeDescription("name", .string, isOptional: false, initial: StoredValue("")),
        ],
        relationships: [
            RelationshipDescription(
                "books",
                to: "Book",
                isToMany: true,
                storage: .inverse("author")
            )
        ]
    )

    static func blank() -> Author {
        Author()
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            born: values.date(0),
            id: values.string(1),
            name: values.required(values.string(2), 2)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(born),
            StoredValue(id),
            StoredValue(name),
        ])
    }
}
