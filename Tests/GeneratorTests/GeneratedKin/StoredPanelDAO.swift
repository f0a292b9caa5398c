// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Panels in the store.
struct StoredPanelDAO: PanelDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Panel] {
        try await store.read { connection in
            try connection.rows(PanelMapping.list) { try PanelMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Panel.Identity) async throws -> Panel? {
        try await store.read { connection in
            try connection.firstRow(PanelMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try PanelMapping.record(from: $0)
            }
        }
    }

    func save(_ panel: Panel) async throws -> Panel {
        try await store.write { connection in
            try Self.save(panel, connection)
        }
    }

    func save(_ panels: [Panel]) async throws -> [Panel] {
        try await store.write { connection in
            try connection.execute(PanelMapping.save, forEach: panels) {
                try PanelMapping.bind($0, to: $1)
            }
            return panels
        }
    }

    func delete(_ identity: Panel.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(PanelMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(PanelMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(PanelMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(PanelMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ panel: Panel,
        _ connection: StoreConnection
    ) throws -> Panel {
        try connection.execute(PanelMapping.save) {
            try PanelMapping.bind(panel, to: $0)
        }
        return panel
    }
}

/// How panels stand in the table `Panel`.
nonisolated enum PanelMapping {
    static func record(from row: StoreRow) throws -> Panel {
        try Panel(
            id: row.required(row.int64(0), 0),
            chart: row.int64(1).map(Chart.Identity.init)
        )
    }

    static func bind(_ panel: Panel, to bindings: StoreBindings) throws {
        try bindings.bind(panel.id, at: 1)
        try bindings.bind(panel.chart?.value, at: 2)
    }

    static let list = """
        SELECT "id", "chart"
        FROM "Panel"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id", "chart"
        FROM "Panel"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Panel" (
            "id", "chart"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("id") DO UPDATE SET
            "chart" = excluded."chart"
        """

    static let delete = """
        DELETE FROM "Panel" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Panel"
        """

    static let count = """
        SELECT count(*) FROM "Panel"
        """
}

extension Panel: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try PanelMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try PanelMapping.bind(self, to: bindings)
    }
}
