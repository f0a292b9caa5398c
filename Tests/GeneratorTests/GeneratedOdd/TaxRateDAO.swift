// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with taxRates.
protocol TaxRateDAO: DataAccessObject where Model == TaxRate {
    /// Every taxRate, in the order of their identities.
    func list() async throws -> [TaxRate]

    /// The taxRates that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [TaxRate]

    /// The taxRate with this identity, or nil when there is none.
    func retrieve(_ identity: TaxRate.Identity) async throws -> TaxRate?

    /// Inserts the taxRate, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ taxRate: TaxRate) async throws -> TaxRate

    /// Saves all of the taxRates, or none when it throws.
    @discardableResult
    func save(_ taxRates: [TaxRate]) async throws -> [TaxRate]

    /// Deletes the taxRate with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: TaxRate.Identity) async throws -> Bool

    /// Deletes every taxRate. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// TaxRates in memory.
extension MemoryDAO: TaxRateDAO where Model == TaxRate {}
