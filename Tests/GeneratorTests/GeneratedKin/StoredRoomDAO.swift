// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Rooms in the store.
struct StoredRoomDAO: RoomDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Room] {
        try await store.read { connection in
            try connection.rows(RoomMapping.list) { try RoomMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Room.Identity) async throws -> Room? {
        try await store.read { connection in
            try connection.firstRow(RoomMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try RoomMapping.record(from: $0)
            }
        }
    }

    func save(_ room: Room) async throws -> Room {
        try await store.write { connection in
            try Self.save(room, connection)
        }
    }

    func save(_ rooms: [Room]) async throws -> [Room] {
        try await store.write { connection in
            try connection.execute(RoomMapping.save, forEach: rooms) {
                try RoomMapping.bind($0, to: $1)
            }
            return rooms
        }
    }

    func delete(_ identity: Room.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(RoomMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(RoomMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(RoomMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(RoomMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ room: Room,
        _ connection: StoreConnection
    ) throws -> Room {
        try connection.execute(RoomMapping.save) {
            try RoomMapping.bind(room, to: $0)
        }
        return room
    }
}

/// How rooms stand in the table `Room`.
nonisolated enum RoomMapping {
    static func record(from row: StoreRow) throws -> Room {
        try Room(
            id: row.required(row.string(0), 0),
            firm: row.string(1).map(Firm.Identity.init),
            section: Section.Identity(row.required(row.string(2), 2))
        )
    }

    static func bind(_ room: Room, to bindings: StoreBindings) throws {
        try bindings.bind(room.id, at: 1)
        try bindings.bind(room.firm?.value, at: 2)
        try bindings.bind(room.section.value, at: 3)
    }

    static let list = """
        SELECT "id", "firm", "section"
        FROM "Room"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id", "firm", "section"
        FROM "Room"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Room" (
            "id", "firm", "section"
        ) VALUES (
            ?1, ?2, ?3
        )
        ON CONFLICT ("id") DO UPDATE SET
            "firm" = excluded."firm",
            "section" = excluded."section"
        """

    static let delete = """
        DELETE FROM "Room" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Room"
        """

    static let count = """
        SELECT count(*) FROM "Room"
        """
}

extension Room: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try RoomMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try RoomMapping.bind(self, to: bindings)
    }
}
