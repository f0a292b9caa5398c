// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// CustomerAccountSettingGroups in the store.
struct StoredCustomerAccountSettingGroupDAO: CustomerAccountSettingGroupDAO,
    StoredDataAccessObject
{
    let store: CacheStore

    func list() async throws -> [CustomerAccountSettingGroup] {
        try await store.read { connection in
            try connection.rows(CustomerAccountSettingGroupMapping.list) {
                try CustomerAccountSettingGroupMapping.record(from: $0)
            }
        }
    }

    func retrieve(
        _ identity: CustomerAccountSettingGroup.Identity
    ) async throws -> CustomerAccountSettingGroup? {
        try await store.read { connection in
            try connection.firstRow(CustomerAccountSettingGroupMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try CustomerAccountSettingGroupMapping.record(from: $0)
            }
        }
    }

    func save(
        _ customerAccountSettingGroup: CustomerAccountSettingGroup
    ) async throws -> CustomerAccountSettingGroup {
        try await store.write { connection in
            try Self.save(customerAccountSettingGroup, connection)
        }
    }

    func save(
        _ customerAccountSettingGroups: [CustomerAccountSettingGroup]
    ) async throws -> [CustomerAccountSettingGroup] {
        try await store.write { connection in
            try customerAccountSettingGroups.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: CustomerAccountSettingGroup.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(CustomerAccountSettingGroupMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            try connection.execute(CustomerAccountSettingGroupMapping.deleteAll)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(CustomerAccountSettingGroupMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private static func save(
        _ customerAccountSettingGroup: CustomerAccountSettingGroup,
        _ connection: StoreConnection
    ) throws -> CustomerAccountSettingGroup {
        var saved = customerAccountSettingGroup
        try connection.execute(CustomerAccountSettingGroupMapping.save) {
            try CustomerAccountSettingGroupMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = CustomerAccountSettingGroup.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}
