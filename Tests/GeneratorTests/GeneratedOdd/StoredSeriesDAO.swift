// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Series in the store.
struct StoredSeriesDAO: SeriesDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Series] {
        try await store.read { connection in
            try connection.rows(SeriesMapping.list) { try SeriesMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Series.Identity) async throws -> Series? {
        try await store.read { connection in
            try connection.firstRow(SeriesMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try SeriesMapping.record(from: $0)
            }
        }
    }

    func save(_ series: Series) async throws -> Series {
        try await store.write { connection in
            try Self.save(series, connection)
        }
    }

    func save(_ series: [Series]) async throws -> [Series] {
        try await store.write { connection in
            try connection.execute(SeriesMapping.save, forEach: series) {
                try SeriesMapping.bind($0, to: $1)
            }
            return series
        }
    }

    func delete(_ identity: Series.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(SeriesMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(SeriesMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(SeriesMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(SeriesMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ series: Series,
        _ connection: StoreConnection
    ) throws -> Series {
        try connection.execute(SeriesMapping.save) {
            try SeriesMapping.bind(series, to: $0)
        }
        return series
    }
}

/// How series stand in the table `Series`.
nonisolated enum SeriesMapping {
    static func record(from row: StoreRow) throws -> Series {
        try Series(
            id: row.required(row.int64(0), 0),
            begun: row.date(1),
            cover: row.data(2),
            next: row.int64(3).map(Series.Identity.init)
        )
    }

    static func bind(_ series: Series, to bindings: StoreBindings) throws {
        try bindings.bind(series.id, at: 1)
        try bindings.bind(series.begun, at: 2)
        try bindings.bind(series.cover, at: 3)
        try bindings.bind(series.next?.value, at: 4)
    }

    static let list = """
        SELECT "id", "begun", "cover", "next"
        FROM "Series"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id", "begun", "cover", "next"
        FROM "Series"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Series" (
            "id", "begun", "cover", "next"
        ) VALUES (
            ?1, ?2, ?3, ?4
        )
        ON CONFLICT ("id") DO UPDATE SET
            "begun" = excluded."begun",
            "cover" = excluded."cover",
            "next" = excluded."next"
        """

    static let delete = """
        DELETE FROM "Series" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Series"
        """

    static let count = """
        SELECT count(*) FROM "Series"
        """
}

extension Series: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try SeriesMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try SeriesMapping.bind(self, to: bindings)
    }
}
