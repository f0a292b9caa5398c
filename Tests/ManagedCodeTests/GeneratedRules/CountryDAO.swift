// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with countries.
protocol CountryDAO: DataAccessObject where Model == Country {
    /// Every country, in the order of their identities.
    func list() async throws -> [Country]

    /// The countries that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Country]

    /// The country with this identity, or nil when there is none.
    func retrieve(_ identity: Country.Identity) async throws -> Country?

    /// Inserts the country, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ country: Country) async throws -> Country

    /// Saves all of the countries, or none when it throws.
    @discardableResult
    func save(_ countries: [Country]) async throws -> [Country]

    /// Deletes the country with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Country.Identity) async throws -> Bool

    /// Deletes every country. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Countries in memory.
extension MemoryDAO: CountryDAO where Model == Country {}
