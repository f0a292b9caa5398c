// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with defaults.
protocol DefaultDAO: DataAccessObject where Model == Default {
    /// Every `default`, in the order of their identities.
    func list() async throws -> [Default]

    /// The defaults that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Default]

    /// The `default` with this identity, or nil when there is none.
    func retrieve(_ identity: Default.Identity) async throws -> Default?

    /// Inserts the `default`, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ `default`: Default) async throws -> Default

    /// Saves all of the defaults, or none when it throws.
    @discardableResult
    func save(_ defaults: [Default]) async throws -> [Default]

    /// Deletes the `default` with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Default.Identity) async throws -> Bool

    /// Deletes every `default`. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Defaults in memory.
extension MemoryDAO: DefaultDAO where Model == Default {}
