// Made by cdgen from Keys.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with items.
protocol ItemDAO: DataAccessObject where Model == Item {
    /// Every item, in the order of their identities.
    func list() async throws -> [Item]

    /// The items that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Item]

    /// The item with this identity, or nil when there is none.
    func retrieve(_ identity: Item.Identity) async throws -> Item?

    /// Inserts the item, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ item: Item) async throws -> Item

    /// Saves all of the items, or none when it throws.
    @discardableResult
    func save(_ items: [Item]) async throws -> [Item]

    /// Deletes the item with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Item.Identity) async throws -> Bool

    /// Deletes every item. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Items in memory.
extension MemoryDAO: ItemDAO where Model == Item {}
