// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// A shelf; `shelves.save(…)` stores its changes.
struct Shelf: NumberedRecord {
    typealias Identity = RecordID<Shelf, Int64>

    var id: Int64?
    var room: String? = "hall \"A\""

    /// nil until an identity is set or the shelf is saved.
    var identity: Identity? {
        get { id.map(Identity.init) }
        set { id = newValue?.value }
    }
}

extension Shelf: StoredRecord {
    static let statements = EntityDescription("Shelf", identity: "id").attributes([
        .integer64("id"), .string("room", default: "hall \"A\""),
    ]).relationships([.toMany("books", "Book", by: "shelf")]).statements

    init(row: some ColumnReader) throws {
        self.init(id: row.int64(0), room: row.string(1))
    }

    func bind(to row: any ColumnBinder) throws {
        try row.bind(id, room, at: 1)
    }
}

typealias ShelfDAO = DataAccessObject<Shelf>
