// Made by cdgen from Keys.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with pauses.
protocol PauseDAO: DataAccessObject where Model == Pause {
    /// Every pause, in the order of their identities.
    func list() async throws -> [Pause]

    /// The pauses that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Pause]

    /// The pause with this identity, or nil when there is none.
    func retrieve(_ identity: Pause.Identity) async throws -> Pause?

    /// Inserts the pause, or replaces the one with its identity or with unique values of it;
    /// without an identity it is given a new one. Returns it as stored.
    @discardableResult
    func save(_ pause: Pause) async throws -> Pause

    /// Saves all of the pauses, or none when it throws.
    @discardableResult
    func save(_ pauses: [Pause]) async throws -> [Pause]

    /// Deletes the pause with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Pause.Identity) async throws -> Bool

    /// Deletes every pause. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

extension PauseDAO {
    /// The pause with these values, of which there is one at most.
    func retrieve(day: String, slot: Int16) async throws -> Pause? {
        try await retrieve(unique: ["day": StoredValue(day), "slot": StoredValue(slot)])
    }
}

/// Pauses in memory.
extension MemoryDAO: PauseDAO where Model == Pause {}
