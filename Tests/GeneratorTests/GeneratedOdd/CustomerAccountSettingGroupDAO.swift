// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with customerAccountSettingGroups.
protocol CustomerAccountSettingGroupDAO: DataAccessObject
where Model == CustomerAccountSettingGroup {
    /// Every customerAccountSettingGroup, in the order of their identities.
    func list() async throws -> [CustomerAccountSettingGroup]

    /// The customerAccountSettingGroups that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [CustomerAccountSettingGroup]

    /// The customerAccountSettingGroup with this identity, or nil when there is none.
    func retrieve(
        _ identity: CustomerAccountSettingGroup.Identity
    ) async throws -> CustomerAccountSettingGroup?

    /// Inserts the customerAccountSettingGroup, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(
        _ customerAccountSettingGroup: CustomerAccountSettingGroup
    ) async throws -> CustomerAccountSettingGroup

    /// Saves all of the customerAccountSettingGroups, or none when it throws.
    @discardableResult
    func save(
        _ customerAccountSettingGroups: [CustomerAccountSettingGroup]
    ) async throws -> [CustomerAccountSettingGroup]

    /// Deletes the customerAccountSettingGroup with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: CustomerAccountSettingGroup.Identity) async throws -> Bool

    /// Deletes every customerAccountSettingGroup. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// CustomerAccountSettingGroups in memory.
extension MemoryDAO: CustomerAccountSettingGroupDAO where Model == CustomerAccountSettingGroup {}
