// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with connections.
protocol ConnectionDAO: DataAccessObject where Model == Connection {
    /// Every connectionRecord, in the order of their identities.
    func list() async throws -> [Connection]

    /// The connections that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Connection]

    /// The connectionRecord with this identity, or nil when there is none.
    func retrieve(_ identity: Connection.Identity) async throws -> Connection?

    /// Inserts the connectionRecord, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ connectionRecord: Connection) async throws -> Connection

    /// Saves all of the connections, or none when it throws.
    @discardableResult
    func save(_ connections: [Connection]) async throws -> [Connection]

    /// Deletes the connectionRecord with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Connection.Identity) async throws -> Bool

    /// Deletes every connectionRecord. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Connections in memory.
extension MemoryDAO: ConnectionDAO where Model == Connection {}
