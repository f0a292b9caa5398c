// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with bindings.
protocol BindingsDAO: DataAccessObject where Model == Bindings {
    /// Every bindingsRecord, in the order of their identities.
    func list() async throws -> [Bindings]

    /// The bindings that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Bindings]

    /// The bindingsRecord with this identity, or nil when there is none.
    func retrieve(_ identity: Bindings.Identity) async throws -> Bindings?

    /// Inserts the bindingsRecord, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ bindingsRecord: Bindings) async throws -> Bindings

    /// Saves all of the bindings, or none when it throws.
    @discardableResult
    func save(_ bindings: [Bindings]) async throws -> [Bindings]

    /// Deletes the bindingsRecord with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Bindings.Identity) async throws -> Bool

    /// Deletes every bindingsRecord. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Bindings in memory.
extension MemoryDAO: BindingsDAO where Model == Bindings {}
