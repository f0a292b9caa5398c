// Made by cdgen from Keys.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with talks.
protocol TalkDAO: DataAccessObject where Model == Talk {
    /// Every talk, in the order of their identities.
    func list() async throws -> [Talk]

    /// The talks that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Talk]

    /// The talk with this identity, or nil when there is none.
    func retrieve(_ identity: Talk.Identity) async throws -> Talk?

    /// Inserts the talk, or replaces the one with its identity or with unique values of it;
    /// without an identity it is given a new one. Returns it as stored.
    @discardableResult
    func save(_ talk: Talk) async throws -> Talk

    /// Saves all of the talks, or none when it throws.
    @discardableResult
    func save(_ talks: [Talk]) async throws -> [Talk]

    /// Deletes the talk with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Talk.Identity) async throws -> Bool

    /// Deletes every talk. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

extension TalkDAO {
    /// The talk with these values, of which there is one at most.
    func retrieve(day: String, slot: Int16) async throws -> Talk? {
        try await retrieve(unique: ["day": StoredValue(day), "slot": StoredValue(slot)])
    }

    /// The talk with these values, of which there is one at most.
    func retrieve(speaker: String, day: String) async throws -> Talk? {
        try await retrieve(unique: ["speaker": StoredValue(speaker), "day": StoredValue(day)])
    }
}

/// Talks in memory.
extension MemoryDAO: TalkDAO where Model == Talk {}
