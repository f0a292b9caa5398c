// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with keys.
protocol KeyDAO: DataAccessObject where Model == Key {
    /// Every key, in the order of their identities.
    func list() async throws -> [Key]

    /// The keys that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Key]

    /// The key with this identity, or nil when there is none.
    func retrieve(_ identity: Key.Identity) async throws -> Key?

    /// Inserts the key, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ key: Key) async throws -> Key

    /// Saves all of the keys, or none when it throws.
    @discardableResult
    func save(_ keys: [Key]) async throws -> [Key]

    /// Deletes the key with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Key.Identity) async throws -> Bool

    /// Deletes every key. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Keys in memory.
extension MemoryDAO: KeyDAO where Model == Key {}
