// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with rows.
protocol RowDAO: DataAccessObject where Model == Row {
    /// Every rowRecord, in the order of their identities.
    func list() async throws -> [Row]

    /// The rows that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Row]

    /// The rowRecord with this identity, or nil when there is none.
    func retrieve(_ identity: Row.Identity) async throws -> Row?

    /// Inserts the rowRecord, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ rowRecord: Row) async throws -> Row

    /// Saves all of the rows, or none when it throws.
    @discardableResult
    func save(_ rows: [Row]) async throws -> [Row]

    /// Deletes the rowRecord with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Row.Identity) async throws -> Bool

    /// Deletes every rowRecord. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Rows in memory.
extension MemoryDAO: RowDAO where Model == Row {}
