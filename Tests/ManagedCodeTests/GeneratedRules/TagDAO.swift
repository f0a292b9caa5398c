// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with tags.
protocol TagDAO: DataAccessObject where Model == Tag {
    /// Every tag, in the order of their identities.
    func list() async throws -> [Tag]

    /// The tags that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Tag]

    /// The tag with this identity, or nil when there is none.
    func retrieve(_ identity: Tag.Identity) async throws -> Tag?

    /// Inserts the tag, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ tag: Tag) async throws -> Tag

    /// Saves all of the tags, or none when it throws.
    @discardableResult
    func save(_ tags: [Tag]) async throws -> [Tag]

    /// Deletes the tag with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Tag.Identity) async throws -> Bool

    /// Deletes every tag. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Tags in memory.
extension MemoryDAO: TagDAO where Model == Tag {}
