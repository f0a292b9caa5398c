// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore
import Foundation

/// Authors in the store.
struct StoredAuthorDAO: AuthorDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Author] {
        try await store.read { connection in
            try connection.rows(AuthorMapping.list) { try AuthorMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Author.Identity) async throws -> Author? {
        try await store.read { connection in
            try connection.firstRow(AuthorMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try AuthorMapping.record(from: $0)
            }
        }
    }

    func save(_ author: Author) async throws -> Author {
        try await store.write { connection in
            try Self.save(author, connection)
        }
    }

    func save(_ authors: [Author]) async throws -> [Author] {
        try await store.write { connection in
            var saved = authors
            for index in saved.indices where saved[index].id == nil {
                saved[index].id = UUID().uuidString
            }
            try connection.execute(AuthorMapping.save, forEach: saved) {
                try AuthorMapping.bind($0, to: $1)
            }
            return saved
        }
    }

    func delete(_ identity: Author.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(AuthorMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            try connection.execute(AuthorMapping.deleteAll)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(AuthorMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private static func save(
        _ author: Author,
        _ connection: StoreConnection
    ) throws -> Author {
        var saved = author
        if saved.id == nil { saved.id = UUID().uuidString }
        try connection.execute(AuthorMapping.save) {
            try AuthorMapping.bind(saved, to: $0)
        }
        return saved
    }
}
