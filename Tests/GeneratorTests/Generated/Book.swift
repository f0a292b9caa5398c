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
