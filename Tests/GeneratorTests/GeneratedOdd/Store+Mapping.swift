// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How stores stand in the table `Store`.
enum StoreMapping {
    static func record(from row: StoreRow) throws -> Store {
        try Store(
            name: row.string(0),
            id: row.required(row.uuid(1), 1),
            parent: row.uuid(2).map(Store.Identity.init)
        )
    }

    static func bind(_ storeRecord: Store, to bindings: StoreBindings) throws {
        try bindings.bind(storeRecord.name, at: 1)
        try bindings.bind(storeRecord.id, at: 2)
        try bindings.bind(storeRecord.parent?.value, at: 3)
    }

    static let list = """
        SELECT "name", "id", "parent"
        FROM "Store"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "name", "id", "parent"
        FROM "Store"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Store" (
            "name", "id", "parent"
        ) VALUES (
            ?1, ?2, ?3
        )
        ON CONFLICT ("id") DO UPDATE SET
            "name" = excluded."name",
            "parent" = excluded."parent"
        """

    static let delete = """
        DELETE FROM "Store" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Store"
        """

    static let count = """
        SELECT count(*) FROM "Store"
        """
}

extension Store: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try StoreMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try StoreMapping.bind(self, to: bindings)
    }
}
