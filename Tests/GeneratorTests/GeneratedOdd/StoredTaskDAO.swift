// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Tasks in the store.
struct StoredTaskDAO: TaskDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Task] {
        try await store.read { connection in
            try connection.rows(TaskMapping.list) { try TaskMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Task.Identity) async throws -> Task? {
        try await store.read { connection in
            try connection.firstRow(TaskMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try TaskMapping.record(from: $0)
            }
        }
    }

    func save(_ task: Task) async throws -> Task {
        try await store.write { connection in
            try Self.save(task, connection)
        }
    }

    func save(_ tasks: [Task]) async throws -> [Task] {
        try await store.write { connection in
            try tasks.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Task.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(TaskMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(TaskMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(TaskMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(TaskMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ task: Task,
        _ connection: StoreConnection
    ) throws -> Task {
        var saved = task
        try connection.execute(TaskMapping.save) {
            try TaskMapping.bind(saved, to: $0)
        }
        if saved.identity == nil { saved.identity = Task.Identity(connection.lastInsertedNumber) }
        return saved
    }
}

/// How tasks stand in the table `Task`.
nonisolated enum TaskMapping {
    static func record(from row: StoreRow) throws -> Task {
        Task(
            identity: row.int64(0).map(Task.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ task: Task, to bindings: StoreBindings) throws {
        try bindings.bind(task.identity?.value, at: 1)
        try bindings.bind(task.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Task"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Task"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Task" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Task" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Task"
        """

    static let count = """
        SELECT count(*) FROM "Task"
        """
}

extension Task: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try TaskMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try TaskMapping.bind(self, to: bindings)
    }
}
