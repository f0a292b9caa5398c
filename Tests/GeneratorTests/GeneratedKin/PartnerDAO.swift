// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with partners.
protocol PartnerDAO: DataAccessObject where Model == Partner {
    /// Every partner, in the order of their identities.
    func list() async throws -> [Partner]

    /// The partners that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Partner]

    /// The partner with this identity, or nil when there is none.
    func retrieve(_ identity: Partner.Identity) async throws -> Partner?

    /// Inserts the partner, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ partner: Partner) async throws -> Partner

    /// Saves all of the partners, or none when it throws.
    @discardableResult
    func save(_ partners: [Partner]) async throws -> [Partner]

    /// Deletes the partner with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Partner.Identity) async throws -> Bool

    /// Deletes every partner. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Partners in memory.
extension MemoryDAO: PartnerDAO where Model == Partner {}
