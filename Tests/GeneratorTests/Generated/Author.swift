// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore
import Foundation

/// An author; `authors.save(…)` stores its changes.
struct Author: NumberedRecord {
    typealias Identity = RecordID<Author, String>

    var born: Date?
    var id: String?
    var name: String = ""

    /// nil until an identity is set or the author is saved.
    var identity: Identity? {
        get { id.map(Identity.init) }
        set { id = newValue?.value }
    }
}

extension Author: StoredRecord {
    static let statements = EntityDescription("Author", identity: "id").attributes([
        .date("born"), .string("id"), .string("name", .required, default: ""),
    ]).relationships([.toMany("books", "Book", by: "author")]).statements

    init(row: some ColumnReader) throws {
        try self.init(born: row.date(0), id: row.string(1), name: row.required(row.string(2), 2))
    }

    func bind(to row: any ColumnBinder) throws {
        try row.bind(born, id, name, at: 1)
    }
}

typealias AuthorDAO = DataAccessObject<Author>
