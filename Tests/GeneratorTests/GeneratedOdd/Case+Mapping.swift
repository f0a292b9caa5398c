// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How cases stand in the table `Case`.
enum CaseMapping {
    static func record(from row: StoreRow) throws -> Case {
        try Case(
            name: row.string(0),
            id: row.required(row.uuid(1), 1),
            parent: row.uuid(2).map(Case.Identity.init)
        )
    }

    static func bind(_ `case`: Case, to bindings: StoreBindings) throws {
        try bindings.bind(`case`.name, at: 1)
        try bindings.bind(`case`.id, at: 2)
        try bindings.bind(`case`.parent?.value, at: 3)
    }

    static let list = """
        SELECT "name", "id", "parent"
        FROM "Case"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "name", "id", "parent"
        FROM "Case"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Case" (
            "name", "id", "parent"
        ) VALUES (
            ?1, ?2, ?3
        )
        ON CONFLICT ("id") DO UPDATE SET
            "name" = excluded."name",
            "parent" = excluded."parent"
        """

    static let delete = """
        DELETE FROM "Case" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Case"
        """

    static let count = """
        SELECT count(*) FROM "Case"
        """
}

extension Case: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try CaseMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try CaseMapping.bind(self, to: bindings)
    }
}
