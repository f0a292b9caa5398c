// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with types.
protocol TypeRecordDAO: DataAccessObject where Model == TypeRecord {
    /// Every type, in the order of their identities.
    func list() async throws -> [TypeRecord]

    /// The types that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [TypeRecord]

    /// The type with this identity, or nil when there is none.
    func retrieve(_ identity: TypeRecord.Identity) async throws -> TypeRecord?

    /// Inserts the type, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ type: TypeRecord) async throws -> TypeRecord

    /// Saves all of the types, or none when it throws.
    @discardableResult
    func save(_ types: [TypeRecord]) async throws -> [TypeRecord]

    /// Deletes the type with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: TypeRecord.Identity) async throws -> Bool

    /// Deletes every type. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Types in memory.
extension MemoryDAO: TypeRecordDAO where Model == TypeRecord {}
