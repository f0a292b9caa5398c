// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore
import Foundation

/// Cases in the store.
struct StoredCaseDAO: CaseDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Case] {
        try await store.read { connection in
            try connection.rows(CaseMapping.list) { try CaseMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Case.Identity) async throws -> Case? {
        try await store.read { connection in
            try connection.firstRow(CaseMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try CaseMapping.record(from: $0)
            }
        }
    }

    func save(_ `case`: Case) async throws -> Case {
        try await store.write { connection in
            try Self.save(`case`, connection)
        }
    }

    func save(_ cases: [Case]) async throws -> [Case] {
        try await store.write { connection in
            try connection.execute(CaseMapping.save, forEach: cases) {
                try CaseMapping.bind($0, to: $1)
            }
            return cases
        }
    }

    func delete(_ identity: Case.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(CaseMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            try connection.execute(CaseMapping.deleteAll)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(CaseMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private static func save(
        _ `case`: Case,
        _ connection: StoreConnection
    ) throws -> Case {
        try connection.execute(CaseMapping.save) {
            try CaseMapping.bind(`case`, to: $0)
        }
        return `case`
    }
}
