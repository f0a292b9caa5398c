// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Spots in the store.
struct StoredSpotDAO: SpotDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Spot] {
        try await store.read { connection in
            try connection.rows(SpotMapping.list) { try SpotMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Spot.Identity) async throws -> Spot? {
        try await store.read { connection in
            try connection.firstRow(SpotMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try SpotMapping.record(from: $0)
            }
        }
    }

    func save(_ spot: Spot) async throws -> Spot {
        try await store.write { connection in
            try Self.save(spot, connection)
        }
    }

    func save(_ spots: [Spot]) async throws -> [Spot] {
        try await store.write { connection in
            try spots.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Spot.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(SpotMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(SpotMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(SpotMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(SpotMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ spot: Spot,
        _ connection: StoreConnection
    ) throws -> Spot {
        let count = try connection.execute(SpotMapping.save) {
            try SpotMapping.bind(spot, to: $0)
        }
        if count == 0 { throw StoreError.noRecord(entity: "Spot") }
        return spot
    }
}

/// How spots stand in the table `Spot`.
nonisolated enum SpotMapping {
    static func record(from row: StoreRow) throws -> Spot {
        try Spot(
            id: row.required(row.string(0), 0)
        )
    }

    static func bind(_ spot: Spot, to bindings: StoreBindings) throws {
        try bindings.bind(spot.id, at: 1)
    }

    static let list = """
        SELECT "id"
        FROM "Spot"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id"
        FROM "Spot"
        WHERE "id" = ?1
        """

    static let save = """
        UPDATE "Spot" SET
            "id" = ?1
        WHERE "id" = ?1
        """

    static let delete = """
        DELETE FROM "Spot" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Spot"
        """

    static let count = """
        SELECT count(*) FROM "Spot"
        """
}

extension Spot: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try SpotMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try SpotMapping.bind(self, to: bindings)
    }
}
