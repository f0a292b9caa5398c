// Made by cdgen from Keys.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with orders.
protocol OrderDAO: DataAccessObject where Model == Order {
    /// Every order, in the order of their identities.
    func list() async throws -> [Order]

    /// The orders that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Order]

    /// The order with this identity, or nil when there is none.
    func retrieve(_ identity: Order.Identity) async throws -> Order?

    /// Inserts the order, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ order: Order) async throws -> Order

    /// Saves all of the orders, or none when it throws.
    @discardableResult
    func save(_ orders: [Order]) async throws -> [Order]

    /// Deletes the order with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Order.Identity) async throws -> Bool

    /// Deletes every order. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Orders in memory.
extension MemoryDAO: OrderDAO where Model == Order {}
