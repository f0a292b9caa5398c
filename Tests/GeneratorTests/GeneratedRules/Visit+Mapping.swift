// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How visits stand in the table `Visit`.
enum VisitMapping {
    static func record(from row: StoreRow) throws -> Visit {
        try Visit(
            identity: row.int64(0).map(Visit.Identity.init),
            day: row.required(row.string(1), 1),
            place: Place.Identity(row.required(row.int64(2), 2))
        )
    }

    static func bind(_ visit: Visit, to bindings: StoreBindings) throws {
        try bindings.bind(visit.identity?.value, at: 1)
        try bindings.bind(visit.day, at: 2)
        try bindings.bind(visit.place.value, at: 3)
    }

    static let list = """
        SELECT "_id", "day", "place"
        FROM "Visit"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "day", "place"
        FROM "Visit"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Visit" (
            "_id", "day", "place"
        ) VALUES (
            ?1, ?2, ?3
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "day" = excluded."day",
            "place" = excluded."place"
        """

    static let delete = """
        DELETE FROM "Visit" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Visit"
        """

    static let count = """
        SELECT count(*) FROM "Visit"
        """
}

extension Visit: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try VisitMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try VisitMapping.bind(self, to: bindings)
    }
}
