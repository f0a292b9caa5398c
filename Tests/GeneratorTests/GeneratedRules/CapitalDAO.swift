// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with capitals.
protocol CapitalDAO: DataAccessObject where Model == Capital {
    /// Every capital, in the order of their identities.
    func list() async throws -> [Capital]

    /// The capitals that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Capital]

    /// The capital with this identity, or nil when there is none.
    func retrieve(_ identity: Capital.Identity) async throws -> Capital?

    /// Inserts the capital, or replaces the one with its identity or with unique values of it;
    /// without an identity it is given a new one. Returns it as stored.
    @discardableResult
    func save(_ capital: Capital) async throws -> Capital

    /// Saves all of the capitals, or none when it throws.
    @discardableResult
    func save(_ capitals: [Capital]) async throws -> [Capital]

    /// Deletes the capital with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Capital.Identity) async throws -> Bool

    /// Deletes every capital. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

extension CapitalDAO {
    /// The capital with these values, of which there is one at most.
    func retrieve(code: String) async throws -> Capital? {
        try await retrieve(unique: ["code": StoredValue(code)])
    }
}

/// Capitals in memory.
extension MemoryDAO: CapitalDAO where Model == Capital {}
