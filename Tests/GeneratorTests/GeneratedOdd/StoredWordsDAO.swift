// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Words in the store.
struct StoredWordsDAO: WordsDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Words] {
        try await store.read { connection in
            try connection.rows(WordsMapping.list) { try WordsMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Words.Identity) async throws -> Words? {
        try await store.read { connection in
            try connection.firstRow(WordsMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try WordsMapping.record(from: $0)
            }
        }
    }

    func save(_ words: Words) async throws -> Words {
        try await store.write { connection in
            try Self.save(words, connection)
        }
    }

    func save(_ words: [Words]) async throws -> [Words] {
        try await store.write { connection in
            try words.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Words.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(WordsMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            try connection.execute(WordsMapping.deleteAll)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(WordsMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private static func save(
        _ words: Words,
        _ connection: StoreConnection
    ) throws -> Words {
        var saved = words
        try connection.execute(WordsMapping.save) {
            try WordsMapping.bind(saved, to: $0)
        }
        if saved.identity == nil { saved.identity = Words.Identity(connection.lastInsertedNumber) }
        return saved
    }
}
