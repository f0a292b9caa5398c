// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with sources.
protocol SourceDAO: DataAccessObject where Model == Source {
    /// Every source, in the order of their identities.
    func list() async throws -> [Source]

    /// The sources that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Source]

    /// The source with this identity, or nil when there is none.
    func retrieve(_ identity: Source.Identity) async throws -> Source?

    /// Inserts the source, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ source: Source) async throws -> Source

    /// Saves all of the sources, or none when it throws.
    @discardableResult
    func save(_ sources: [Source]) async throws -> [Source]

    /// Deletes the source with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Source.Identity) async throws -> Bool

    /// Deletes every source. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Sources in memory.
extension MemoryDAO: SourceDAO where Model == Source {}
