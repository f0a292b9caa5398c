// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with statements.
protocol StatementDAO: DataAccessObject where Model == Statement {
    /// Every statementRecord, in the order of their identities.
    func list() async throws -> [Statement]

    /// The statements that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Statement]

    /// The statementRecord with this identity, or nil when there is none.
    func retrieve(_ identity: Statement.Identity) async throws -> Statement?

    /// Inserts the statementRecord, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ statementRecord: Statement) async throws -> Statement

    /// Saves all of the statements, or none when it throws.
    @discardableResult
    func save(_ statements: [Statement]) async throws -> [Statement]

    /// Deletes the statementRecord with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Statement.Identity) async throws -> Bool

    /// Deletes every statementRecord. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Statements in memory.
extension MemoryDAO: StatementDAO where Model == Statement {}
