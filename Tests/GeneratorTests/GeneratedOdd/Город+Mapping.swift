// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How городs stand in the table `Город`.
enum ГородMapping {
    static func record(from row: StoreRow) throws -> Город {
        try Город(
            name: row.string(0),
            id: row.required(row.uuid(1), 1),
            parent: row.uuid(2).map(Город.Identity.init)
        )
    }

    static func bind(_ город: Город, to bindings: StoreBindings) throws {
        try bindings.bind(город.name, at: 1)
        try bindings.bind(город.id, at: 2)
        try bindings.bind(город.parent?.value, at: 3)
    }

    static let list = """
        SELECT "name", "id", "parent"
        FROM "Город"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "name", "id", "parent"
        FROM "Город"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Город" (
            "name", "id", "parent"
        ) VALUES (
            ?1, ?2, ?3
        )
        ON CONFLICT ("id") DO UPDATE SET
            "name" = excluded."name",
            "parent" = excluded."parent"
        """

    static let delete = """
        DELETE FROM "Город" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Город"
        """

    static let count = """
        SELECT count(*) FROM "Город"
        """
}

extension Город: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try ГородMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try ГородMapping.bind(self, to: bindings)
    }
}
