// Made by cdgen from Keys.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Events in the store.
struct StoredEventDAO: EventDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Event] {
        try await store.read { connection in
            try connection.rows(EventMapping.list) { try EventMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Event.Identity) async throws -> Event? {
        try await store.read { connection in
            try connection.firstRow(EventMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try EventMapping.record(from: $0)
            }
        }
    }

    func save(_ event: Event) async throws -> Event {
        try await store.write { connection in
            try Self.save(event, connection)
        }
    }

    func save(_ events: [Event]) async throws -> [Event] {
        try await store.write { connection in
            try events.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Event.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(EventMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(EventMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(EventMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(EventMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ event: Event,
        _ connection: StoreConnection
    ) throws -> Event {
        let count = try connection.execute(EventMapping.save) {
            try EventMapping.bind(event, to: $0)
        }
        if count == 0 { throw StoreError.noRecord(entity: "Event") }
        return event
    }
}

/// How events stand in the table `Event`.
nonisolated enum EventMapping {
    static func record(from row: StoreRow) throws -> Event {
        try Event(
            identity: row.int64(0).map(Event.Identity.init),
            day: row.required(row.string(1), 1),
            slot: row.required(row.int16(2), 2)
        )
    }

    static func bind(_ event: Event, to bindings: StoreBindings) throws {
        try bindings.bind(event.identity?.value, at: 1)
        try bindings.bind(event.day, at: 2)
        try bindings.bind(event.slot, at: 3)
    }

    static let list = """
        SELECT "_id", "day", "slot"
        FROM "Event"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "day", "slot"
        FROM "Event"
        WHERE "_id" = ?1
        """

    static let save = """
        UPDATE "Event" SET
            "_id" = ?1,
            "day" = ?2,
            "slot" = ?3
        WHERE "_id" = ?1
        """

    static let delete = """
        DELETE FROM "Event" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Event"
        """

    static let count = """
        SELECT count(*) FROM "Event"
        """
}

extension Event: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try EventMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try EventMapping.bind(self, to: bindings)
    }
}
