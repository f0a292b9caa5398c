// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with firms.
protocol FirmDAO: DataAccessObject where Model == Firm {
    /// Every firm, in the order of their identities.
    func list() async throws -> [Firm]

    /// The firms that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Firm]

    /// The firm with this identity, or nil when there is none.
    func retrieve(_ identity: Firm.Identity) async throws -> Firm?

    /// Inserts the firm, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ firm: Firm) async throws -> Firm

    /// Saves all of the firms, or none when it throws.
    @discardableResult
    func save(_ firms: [Firm]) async throws -> [Firm]

    /// Deletes the firm with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Firm.Identity) async throws -> Bool

    /// Deletes every firm. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Firms in memory.
extension MemoryDAO: FirmDAO where Model == Firm {}
