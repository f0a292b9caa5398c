// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Charts in the store.
struct StoredChartDAO: ChartDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Chart] {
        try await store.read { connection in
            try connection.rows(ChartMapping.list) { try ChartMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Chart.Identity) async throws -> Chart? {
        try await store.read { connection in
            try connection.firstRow(ChartMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try ChartMapping.record(from: $0)
            }
        }
    }

    func save(_ chart: Chart) async throws -> Chart {
        try await store.write { connection in
            try Self.save(chart, connection)
        }
    }

    func save(_ charts: [Chart]) async throws -> [Chart] {
        try await store.write { connection in
            try connection.execute(ChartMapping.save, forEach: charts) {
                try ChartMapping.bind($0, to: $1)
            }
            return charts
        }
    }

    func delete(_ identity: Chart.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(ChartMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(ChartMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(ChartMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(ChartMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ chart: Chart,
        _ connection: StoreConnection
    ) throws -> Chart {
        try connection.execute(ChartMapping.save) {
            try ChartMapping.bind(chart, to: $0)
        }
        return chart
    }
}

/// How charts stand in the table `Chart`.
nonisolated enum ChartMapping {
    static func record(from row: StoreRow) throws -> Chart {
        try Chart(
            id: row.required(row.int64(0), 0),
            source: row.int64(1).map(Source.Identity.init)
        )
    }

    static func bind(_ chart: Chart, to bindings: StoreBindings) throws {
        try bindings.bind(chart.id, at: 1)
        try bindings.bind(chart.source?.value, at: 2)
    }

    static let list = """
        SELECT "id", "source"
        FROM "Chart"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id", "source"
        FROM "Chart"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Chart" (
            "id", "source"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("id") DO UPDATE SET
            "source" = excluded."source"
        """

    static let delete = """
        DELETE FROM "Chart" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Chart"
        """

    static let count = """
        SELECT count(*) FROM "Chart"
        """
}

extension Chart: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try ChartMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try ChartMapping.bind(self, to: bindings)
    }
}
