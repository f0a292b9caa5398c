// Made by cdgen from Keys.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with sites.
protocol SiteDAO: DataAccessObject where Model == Site {
    /// Every site, in the order of their identities.
    func list() async throws -> [Site]

    /// The sites that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Site]

    /// The site with this identity, or nil when there is none.
    func retrieve(_ identity: Site.Identity) async throws -> Site?

    /// Inserts the site, or replaces the one with its identity or with unique values of it;
    /// without an identity it is given a new one. Returns it as stored.
    @discardableResult
    func save(_ site: Site) async throws -> Site

    /// Saves all of the sites, or none when it throws.
    @discardableResult
    func save(_ sites: [Site]) async throws -> [Site]

    /// Deletes the site with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Site.Identity) async throws -> Bool

    /// Deletes every site. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

extension SiteDAO {
    /// The site with these values, of which there is one at most.
    func retrieve(name: String, town: String) async throws -> Site? {
        try await retrieve(unique: ["name": StoredValue(name), "town": StoredValue(town)])
    }
}

/// Sites in memory.
extension MemoryDAO: SiteDAO where Model == Site {}
