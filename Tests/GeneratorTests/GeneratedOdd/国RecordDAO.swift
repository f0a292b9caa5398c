// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with 国s.
protocol 国RecordDAO: DataAccessObject where Model == 国Record {
    /// Every 国, in the order of their identities.
    func list() async throws -> [国Record]

    /// The 国s that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [国Record]

    /// The 国 with this identity, or nil when there is none.
    func retrieve(_ identity: 国Record.Identity) async throws -> 国Record?

    /// Inserts the 国, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ 国: 国Record) async throws -> 国Record

    /// Saves all of the 国s, or none when it throws.
    @discardableResult
    func save(_ 国s: [国Record]) async throws -> [国Record]

    /// Deletes the 国 with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: 国Record.Identity) async throws -> Bool

    /// Deletes every 国. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// 国s in memory.
extension MemoryDAO: 国RecordDAO where Model == 国Record {}
