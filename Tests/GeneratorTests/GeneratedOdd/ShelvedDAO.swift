// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with shelveds.
protocol ShelvedDAO: DataAccessObject where Model == Shelved {
    /// Every shelved, in the order of their identities.
    func list() async throws -> [Shelved]

    /// The shelveds that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Shelved]

    /// The shelved with this identity, or nil when there is none.
    func retrieve(_ identity: Shelved.Identity) async throws -> Shelved?

    /// Inserts the shelved, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ shelved: Shelved) async throws -> Shelved

    /// Saves all of the shelveds, or none when it throws.
    @discardableResult
    func save(_ shelveds: [Shelved]) async throws -> [Shelved]

    /// Deletes the shelved with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Shelved.Identity) async throws -> Bool

    /// Deletes every shelved. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Shelveds in memory.
extension MemoryDAO: ShelvedDAO where Model == Shelved {}
