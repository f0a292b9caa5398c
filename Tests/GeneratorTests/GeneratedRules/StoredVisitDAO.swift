// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Visits in the store.
struct StoredVisitDAO: VisitDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Visit] {
        try await store.read { connection in
            try connection.rows(VisitMapping.list) { try VisitMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Visit.Identity) async throws -> Visit? {
        try await store.read { connection in
            try connection.firstRow(VisitMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try VisitMapping.record(from: $0)
            }
        }
    }

    func save(_ visit: Visit) async throws -> Visit {
        try await store.write { connection in
            try Self.save(visit, connection)
        }
    }

    func save(_ visits: [Visit]) async throws -> [Visit] {
        try await store.write { connection in
            try visits.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Visit.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(VisitMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(VisitMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(VisitMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(VisitMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ visit: Visit,
        _ connection: StoreConnection
    ) throws -> Visit {
        var saved = visit
        try connection.execute(VisitMapping.save) {
            try VisitMapping.bind(saved, to: $0)
        }
        if saved.identity == nil { saved.identity = Visit.Identity(connection.lastInsertedNumber) }
        return saved
    }
}

/// How visits stand in the table `Visit`.
nonisolated enum VisitMapping {
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
