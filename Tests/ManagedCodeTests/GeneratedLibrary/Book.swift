// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import ManagedStore

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

/// What can be done with books.
protocol BookDAO: DataAccessObject where Model == Book {
    /// Every book, in the order of their identities.
    func list() async throws -> [Book]

    /// The books that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Book]

    /// The book with this identity, or nil when there is none.
    func retrieve(_ identity: Book.Identity) async throws -> Book?

    /// Inserts the book, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ book: Book) async throws -> Book

    /// Saves all of the books, or none when it throws.
    @discardableResult
    func save(_ books: [Book]) async throws -> [Book]

    /// Deletes the book with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Book.Identity) async throws -> Bool

    /// Deletes every book. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Books in memory.
extension MemoryDAO: BookDAO where Model == Book {}

/// Books in Core Data.
extension ManagedDAO: BookDAO where Model == Book {}
