// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// A book; `books.save(…)` stores its changes.
struct Book: IdentifiedRecord {
    typealias Identity = RecordID<Book, String>
    var identity: Identity { Identity(isbn) }

    var `class`: String?
    var isbn: String
    var isRead: Bool = false
    var pages: Int32? = 0
    var rating: Double?
    var title: String
    var author: Author.Identity?
    var shelf: Shelf.Identity?
}

extension Book: StoredRecord {
    static let statements = EntityDescription("Book", identity: "isbn").attributes([
        .string("class"), .string("isbn", .required),
        .boolean("isRead", .required, default: false), .integer32("pages", default: 0),
        .double("rating"), .string("title", .required),
    ]).relationships([
        .toOne("author", "Author", onDelete: .cascade), .toMany("loans", "Loan", by: "book"),
        .toOne("shelf", "Shelf"),
    ]).statements

    init(row: some ColumnReader) throws {
        try self.init(
            class: row.string(0),
            isbn: row.required(row.string(1), 1),
            isRead: row.required(row.bool(2), 2),
            pages: row.int32(3),
            rating: row.double(4),
            title: row.required(row.string(5), 5),
            author: row.string(6).map(Author.Identity.init),
            shelf: row.int64(7).map(Shelf.Identity.init)
        )
    }

    func bind(to row: any ColumnBinder) throws {
        try row.bind(`class`, isbn, isRead, pages, rating, title, author?.value, at: 1)
        try row.bind(shelf?.value, at: 8)
    }
}

typealias BookDAO = DataAccessObject<Book>
