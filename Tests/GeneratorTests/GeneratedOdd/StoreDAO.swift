// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with stores.
protocol StoreDAO: DataAccessObject where Model == Store {
    /// Every storeRecord, in the order of their identities.
    func list() async throws -> [Store]

    /// The stores that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Store]

    /// The storeRecord with this identity, or nil when there is none.
    func retrieve(_ identity: Store.Identity) async throws -> Store?

    /// Inserts the storeRecord, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ storeRecord: Store) async throws -> Store

    /// Saves all of the stores, or none when it throws.
    @discardableResult
    func save(_ stores: [Store]) async throws -> [Store]

    /// Deletes the storeRecord with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Store.Identity) async throws -> Bool

    /// Deletes every storeRecord. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Stores in memory.
extension MemoryDAO: StoreDAO where Model == Store {}
