// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A book, as a value: changes are kept once `books.save(…)` has stored them.
struct Book: Record {
    /// What tells one book from another: the value of `isbn`.
    struct Identity: RecordIdentity {
        let value: String

        init(_ value: String) {
            self.value = value
        }
    }

    var `class`: String?
    var isbn: String
    var isRead: Bool = false
    var pages: Int32? = 0
    var rating: Double?
    var title: String
    /// The author's identity; `manager.author(of: book)` gives the record.
    var author: Author.Identity?
    /// The shelf's identity; `manager.shelf(of: book)` gives the record.
    var shelf: Shelf.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(isbn)
    }
}

/// What books are made of.
extension Book: DescribedRecord {
    static let entity = EntityDescription(
        name: "Book",
        identity: "isbn",
        attributes: [
            AttributeDescription("class", .string),
            AttributeDescription("isbn", .string, isOptional: false),
            AttributeDescription(
                "isRead",
                .boolean,
                isOptional: false,
                initial: StoredValue(false as Bool)
            ),
            AttributeDescription("pages", .integer32, initial: StoredValue(0 as Int32)),
            AttributeDescription("rating", .double),
            AttributeDescription("title", .string, isOptional: false),
        ],
        relationships: [
            RelationshipDescription(
                "author",
                to: "Author",
                whenDestinationIsDeleted: .cascade,
                storage: .column
            ),
            RelationshipDescription(
                "loans",
                to: "Loan",
                isToMany: true,
                storage: .inverse("book")
            ),
            RelationshipDescription("shelf", to: "Shelf", storage: .column),
        ]
    )

    static func blank() -> Book {
        Book(isbn: "", title: "")
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            class: values.string(0),
            isbn: values.required(values.string(1), 1),
            isRead: values.required(values.bool(2), 2),
            pages: values.int32(3),
            rating: values.double(4),
            title: values.required(values.string(5), 5),
            author: values.string(6).map(Author.Identity.init),
            shelf: values.int64(7).map(Shelf.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(`class`),
            StoredValue(isbn),
            StoredValue(isRead),
            StoredValue(pages),
            StoredValue(rating),
            StoredValue(title),
            StoredValue(author?.value),
            StoredValue(shelf?.value),
        ])
    }
}
