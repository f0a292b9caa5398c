// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with words.
protocol WordsDAO: DataAccessObject where Model == Words {
    /// Every words, in the order of their identities.
    func list() async throws -> [Words]

    /// The words that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Words]

    /// The words with this identity, or nil when there is none.
    func retrieve(_ identity: Words.Identity) async throws -> Words?

    /// Inserts the words, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ words: Words) async throws -> Words

    /// Saves all of the words, or none when it throws.
    @discardableResult
    func save(_ words: [Words]) async throws -> [Words]

    /// Deletes the words with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Words.Identity) async throws -> Bool

    /// Deletes every words. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Words in memory.
extension MemoryDAO: WordsDAO where Model == Words {}
