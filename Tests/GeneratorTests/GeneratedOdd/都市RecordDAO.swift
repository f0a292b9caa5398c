// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with 都市s.
protocol 都市RecordDAO: DataAccessObject where Model == 都市Record {
    /// Every 都市, in the order of their identities.
    func list() async throws -> [都市Record]

    /// The 都市s that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [都市Record]

    /// The 都市 with this identity, or nil when there is none.
    func retrieve(_ identity: 都市Record.Identity) async throws -> 都市Record?

    /// Inserts the 都市, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ 都市: 都市Record) async throws -> 都市Record

    /// Saves all of the 都市s, or none when it throws.
    @discardableResult
    func save(_ 都市s: [都市Record]) async throws -> [都市Record]

    /// Deletes the 都市 with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: 都市Record.Identity) async throws -> Bool

    /// Deletes every 都市. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// 都市s in memory.
extension MemoryDAO: 都市RecordDAO where Model == 都市Record {}
