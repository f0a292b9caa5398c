// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with queens.
protocol QueenDAO: DataAccessObject where Model == Queen {
    /// Every queen, in the order of their identities.
    func list() async throws -> [Queen]

    /// The queens that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Queen]

    /// The queen with this identity, or nil when there is none.
    func retrieve(_ identity: Queen.Identity) async throws -> Queen?

    /// Inserts the queen, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ queen: Queen) async throws -> Queen

    /// Saves all of the queens, or none when it throws.
    @discardableResult
    func save(_ queens: [Queen]) async throws -> [Queen]

    /// Deletes the queen with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Queen.Identity) async throws -> Bool

    /// Deletes every queen. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Queens in memory.
extension MemoryDAO: QueenDAO where Model == Queen {}
