// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with branches.
protocol BranchDAO: DataAccessObject where Model == Branch {
    /// Every branch, in the order of their identities.
    func list() async throws -> [Branch]

    /// The branches that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Branch]

    /// The branch with this identity, or nil when there is none.
    func retrieve(_ identity: Branch.Identity) async throws -> Branch?

    /// Inserts the branch, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ branch: Branch) async throws -> Branch

    /// Saves all of the branches, or none when it throws.
    @discardableResult
    func save(_ branches: [Branch]) async throws -> [Branch]

    /// Deletes the branch with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Branch.Identity) async throws -> Bool

    /// Deletes every branch. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Branches in memory.
extension MemoryDAO: BranchDAO where Model == Branch {}
