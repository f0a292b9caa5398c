// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess

/// Books in Core Data.
struct StoredBookDAO: BookDAO, LibraryStack.ObjectDAO {
    typealias ObjectMap = BookMapping

    let stack: LibraryStack
}

/// How books stand in objects of the entity `Book`.
nonisolated enum BookMapping: LibraryStack.Mapping {
    static func identity(of object: LibraryStack.Object) throws -> Book.Identity {
        try Book.Identity(object.required("isbn", at: 1))
    }

    static func record(from object: LibraryStack.Object) throws -> Book {
        try Book(
            class: object.value("class"),
            isbn: object.required("isbn", at: 1),
            isRead: object.required("isRead", at: 2),
            pages: object.value("pages"),
            rating: object.value("rating"),
            title: object.required("title", at: 5),
            author: object.related("author").map(AuthorMapping.identity),
            shelf: object.related("shelf").map(ShelfMapping.identity)
        )
    }

    static func fill(
        _ object: LibraryStack.Object,
        from book: Book
    ) throws {
        object.set(book.class, "class")
        object.set(book.isbn, "isbn")
        object.set(book.isRead, "isRead")
        object.set(book.pages, "pages")
        object.set(book.rating, "rating")
        object.set(book.title, "title")
    }

    static func relate(
        _ object: LibraryStack.Object,
        as book: Book,
        in records: LibraryStack.Records
    ) throws {
        try records.relate(object, "author", to: book.author, AuthorMapping.self)
        try records.relate(object, "shelf", to: book.shelf, ShelfMapping.self)
    }
}
