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
    var isRead: Bool
    var pages: Int32?
    var rating: Double?
    var title: String
    /// The author's identity; `manager.author(of: book)` gives the record.
    var author: Author.Identity?
    /// The shelf's identity; `manager.shelf(of: book)` gives the record.
    var shelf: Shelf.Identity?

    init(
        `class`: String? = nil,
        isbn: String,
        isRead: Bool = false,
        pages: Int32? = 0,
        rating: Double? = nil,
        title: String,
        author: Author.Identity? = nil,
        shelf: Shelf.Identity? = nil
    ) {
        self.class = `class`
        self.isbn = isbn
        self.isRead = isRead
        self.pages = pages
        self.rating = rating
        self.title = title
        self.author = author
        self.shelf = shelf
    }

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(isbn)
    }
}
