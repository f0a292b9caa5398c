// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with errors.
protocol ErrorRecordDAO: DataAccessObject where Model == ErrorRecord {
    /// Every errorRecord, in the order of their identities.
    func list() async throws -> [ErrorRecord]

    /// The errors that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [ErrorRecord]

    /// The errorRecord with this identity, or nil when there is none.
    func retrieve(_ identity: ErrorRecord.Identity) async throws -> ErrorRecord?

    /// Inserts the errorRecord, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ errorRecord: ErrorRecord) async throws -> ErrorRecord

    /// Saves all of the errors, or none when it throws.
    @discardableResult
    func save(_ errors: [ErrorRecord]) async throws -> [ErrorRecord]

    /// Deletes the errorRecord with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: ErrorRecord.Identity) async throws -> Bool

    /// Deletes every errorRecord. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Errors in memory.
extension MemoryDAO: ErrorRecordDAO where Model == ErrorRecord {}
