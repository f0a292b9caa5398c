// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation

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
