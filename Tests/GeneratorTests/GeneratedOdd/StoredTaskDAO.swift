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
            try connection.execute(TaskMapping.deleteAll)
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

    private static func save(
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
