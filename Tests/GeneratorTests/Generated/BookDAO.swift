// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// What can be done with books.
protocol BookDAO: DataAccessObject where Model == Book {
    /// Every book, in the order of their identities.
    func list() async throws -> [Book]

    /// The book with this identity, or nil when there is none.
    func retrieve(_ identity: Book.Identity) async throws -> Book?

    /// Inserts the book, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ book: Book) async throws -> Book

    /// Saves all of the books, or none when it throws.
    @discardableResult
    func save(_ books: [Book]) async throws -> [Book]

    /// Deletes the book with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Book.Identity) async throws -> Bool

    /// Deletes every book. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Books in the store.
struct StoredBookDAO: BookDAO {
    let store: RecordStore

    func list() async throws -> [Book] {
        try await store.read { connection in
            try connection.rows(BookMapping.list) { try BookMapping.book(from: $0) }
        }
    }

    func retrieve(_ identity: Book.Identity) async throws -> Book? {
        try await store.read { connection in
            try connection.firstRow(BookMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try BookMapping.book(from: $0)
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
            try books.map { try Self.save($0, connection) }
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
