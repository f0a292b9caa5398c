import CacheStore
import DataAccess
import Foundation

/// A club in memory, as the tests of imports see it: they are shared with Core Data.
struct ClubStore {
    let store: CacheStore

    init() throws { store = try memoryClub() }

    var changes: AsyncStream<StoreChange> { store.changes }

    func importEntities<R: StoredRecord>(
        _ type: R.Type,
        from items: [[String: Any]]
    ) async throws -> ImportReport {
        try await store.backgroundContext.importEntities(type, from: items)
    }

    func importEntities<R: StoredRecord>(
        _ type: R.Type,
        json: Data,
        at keyPath: String = "",
        progress: (@Sendable (ImportProgress) -> Void)? = nil
    ) async throws -> ImportReport {
        try await store.backgroundContext.importEntities(
            type,
            json: json,
            at: keyPath,
            progress: progress
        )
    }

    func importEntities<R: StoredRecord>(
        _ type: R.Type,
        jsonFile file: URL
    ) async throws -> ImportReport {
        try await store.backgroundContext.importEntities(type, jsonFile: file)
    }

    func fetch<R: StoredRecord>(_ type: R.Type) async throws -> [R] {
        try await store.context.fetch(type)
    }

    func count<R: StoredRecord>(_ type: R.Type) async throws -> Int {
        try await store.context.count(type)
    }

    func retrieve<R: StoredRecord>(_ type: R.Type, _ identity: R.Identity) async throws -> R? {
        try await store.context.retrieve(type, identity)
    }

    @discardableResult
    func save<R: StoredRecord>(_ record: R) async throws -> R {
        try await store.context.save(record)
    }

    func delete<R: StoredRecord>(_ type: R.Type, _ identity: R.Identity) async throws -> Bool {
        try await store.context.delete(type, identity)
    }
}
