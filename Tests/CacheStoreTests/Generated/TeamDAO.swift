// Made by cdgen from Club.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with teams.
protocol TeamDAO: DataAccessObject where Model == Team {
    /// Every team, in the order of their identities.
    func list() async throws -> [Team]

    /// The teams that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Team]

    /// The team with this identity, or nil when there is none.
    func retrieve(_ identity: Team.Identity) async throws -> Team?

    /// Inserts the team, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ team: Team) async throws -> Team

    /// Saves all of the teams, or none when it throws.
    @discardableResult
    func save(_ teams: [Team]) async throws -> [Team]

    /// Deletes the team with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Team.Identity) async throws -> Bool

    /// Deletes every team. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Teams in memory.
extension MemoryDAO: TeamDAO where Model == Team {}
