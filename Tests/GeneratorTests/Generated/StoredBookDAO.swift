// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Books in the store.
struct StoredBookDAO: BookDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Book] {
        try await store.read { connection in
            try connection.rows(BookMapping.list) { try BookMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Book.Identity) async throws -> Book? {
        try await store.read { connection in
            try connection.firstRow(BookMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try BookMapping.record(from: $0)
            }
        }
    }

    func save(_ book: Book) async throws -> Book {
        try await store.write { connection in
            try Self.save(book, connection)
        }
    }

    func save(_ books: [Book]) async throws -> [Book] {
        try await store.write { connection in
            try connection.execute(BookMapping.save, forEach: books) {
                try BookMapping.bind($0, to: $1)
            }
            return books
        }
    }

    func delete(_ identity: Book.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(BookMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            try connection.execute(BookMapping.deleteAll)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(BookMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private static func save(
        _ book: Book,
        _ connection: StoreConnection
    ) throws -> Book {
        try connection.execute(BookMapping.save) {
            try BookMapping.bind(book, to: $0)
        }
        return book
    }
}
