import DataAccess
import Foundation
import ManagedStore

/// A club in memory, as the tests of imports see it: they are shared with the store.
struct ClubStore {
    let stack: ManagedStack

    init() throws { stack = try ClubManager.inMemory(bundle: Models.bundle.get()).stack }

    var changes: AsyncStream<StoreChange> { stack.changes }

    func importEntities<R: DescribedRecord>(
        _ type: R.Type,
        from items: [[String: Any]]
    ) async throws -> ImportReport {
        try await stack.importEntities(type, from: items)
    }

    func importEntities<R: DescribedRecord>(
        _ type: R.Type,
        json: Data,
        at keyPath: String = "",
        progress: (@Sendable (ImportProgress) -> Void)? = nil
    ) async throws -> ImportReport {
        try await stack.importEntities(type, json: json, at: keyPath, progress: progress)
    }

    func importEntities<R: DescribedRecord>(
        _ type: R.Type,
        jsonFile file: URL
    ) async throws -> ImportReport {
        try await stack.importEntities(type, jsonFile: file)
    }

    func fetch<R: DescribedRecord>(_ type: R.Type) async throws -> [R] {
        try await ManagedDAO<R>(stack: stack).list()
    }

    func count<R: DescribedRecord>(_ type: R.Type) async throws -> Int {
        try await ManagedDAO<R>(stack: stack).count()
    }

    func retrieve<R: DescribedRecord>(_ type: R.Type, _ identity: R.Identity) async throws -> R? {
        try await ManagedDAO<R>(stack: stack).retrieve(identity)
    }

    @discardableResult
    func save<R: DescribedRecord>(_ record: R) async throws -> R {
        try await ManagedDAO(stack: stack).save(record)
    }

    func delete<R: DescribedRecord>(_ type: R.Type, _ identity: R.Identity) async throws -> Bool {
        try await ManagedDAO<R>(stack: stack).delete(identity)
    }
}
