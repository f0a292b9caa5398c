// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Firms in the store.
struct StoredFirmDAO: FirmDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Firm] {
        try await store.read { connection in
            try connection.rows(FirmMapping.list) { try FirmMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Firm.Identity) async throws -> Firm? {
        try await store.read { connection in
            try connection.firstRow(FirmMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try FirmMapping.record(from: $0)
            }
        }
    }

    func save(_ firm: Firm) async throws -> Firm {
        try await store.write { connection in
            try Self.save(firm, connection)
        }
    }

    func save(_ firms: [Firm]) async throws -> [Firm] {
        try await store.write { connection in
            try connection.execute(FirmMapping.save, forEach: firms) {
                try FirmMapping.bind($0, to: $1)
            }
            return firms
        }
    }

    func delete(_ identity: Firm.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(FirmMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(FirmMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(FirmMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(FirmMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ firm: Firm,
        _ connection: StoreConnection
    ) throws -> Firm {
        try connection.execute(FirmMapping.save) {
            try FirmMapping.bind(firm, to: $0)
        }
        return firm
    }
}

/// How firms stand in the table `Firm`.
nonisolated enum FirmMapping {
    static func record(from row: StoreRow) throws -> Firm {
        try Firm(
            id: row.required(row.string(0), 0)
        )
    }

    static func bind(_ firm: Firm, to bindings: StoreBindings) throws {
        try bindings.bind(firm.id, at: 1)
    }

    static let list = """
        SELECT "id"
        FROM "Firm"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id"
        FROM "Firm"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Firm" (
            "id"
        ) VALUES (
            ?1
        )
        ON CONFLICT ("id") DO NOTHING
        """

    static let delete = """
        DELETE FROM "Firm" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Firm"
        """

    static let count = """
        SELECT count(*) FROM "Firm"
        """
}

extension Firm: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try FirmMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try FirmMapping.bind(self, to: bindings)
    }
}
