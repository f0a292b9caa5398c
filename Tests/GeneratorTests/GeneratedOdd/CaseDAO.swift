// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with cases.
protocol CaseDAO: DataAccessObject where Model == Case {
    /// Every `case`, in the order of their identities.
    func list() async throws -> [Case]

    /// The cases that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Case]

    /// The `case` with this identity, or nil when there is none.
    func retrieve(_ identity: Case.Identity) async throws -> Case?

    /// Inserts the `case`, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ `case`: Case) async throws -> Case

    /// Saves all of the cases, or none when it throws.
    @discardableResult
    func save(_ cases: [Case]) async throws -> [Case]

    /// Deletes the `case` with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Case.Identity) async throws -> Bool

    /// Deletes every `case`. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Cases in memory.
extension MemoryDAO: CaseDAO where Model == Case {}
