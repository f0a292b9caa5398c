// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How shelves stand in the table `Shelf`.
enum ShelfMapping {
    static func record(from row: StoreRow) throws -> Shelf {
        Shelf(
            id: row.int64(0),
            room: row.string(1)
        )
    }

    static func bind(_ shelf: Shelf, to bindings: StoreBindings) throws {
        try bindings.bind(shelf.id, at: 1)
        try bindings.bind(shelf.room, at: 2)
    }

    static let list = """
        SELECT "id", "room"
        FROM "Shelf"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id", "room"
        FROM "Shelf"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Shelf" (
            "id", "room"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("id") DO UPDATE SET
            "room" = excluded."room"
        """

    static let delete = """
        DELETE FROM "Shelf" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Shelf"
        """

    static let count = """
        SELECT count(*) FROM "Shelf"
        """
}

extension Shelf: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try ShelfMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try ShelfMapping.bind(self, to: bindings)
    }
}
