// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with news.
protocol NewsDAO: DataAccessObject where Model == News {
    /// Every news, in the order of their identities.
    func list() async throws -> [News]

    /// The news that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [News]

    /// The news with this identity, or nil when there is none.
    func retrieve(_ identity: News.Identity) async throws -> News?

    /// Inserts the news, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ news: News) async throws -> News

    /// Saves all of the news, or none when it throws.
    @discardableResult
    func save(_ news: [News]) async throws -> [News]

    /// Deletes the news with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: News.Identity) async throws -> Bool

    /// Deletes every news. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// News in memory.
extension MemoryDAO: NewsDAO where Model == News {}
