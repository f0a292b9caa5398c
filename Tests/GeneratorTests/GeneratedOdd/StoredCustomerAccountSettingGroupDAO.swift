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
            let count = try connection.firstRow(CustomerAccountSettingGroupMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(CustomerAccountSettingGroupMapping.deleteAll)
            return Int(count ?? 0)
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

    private nonisolated static func save(
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

/// How customerAccountSettingGroups stand in the table `CustomerAccountSettingGroup`.
nonisolated enum CustomerAccountSettingGroupMapping {
    static func record(from row: StoreRow) throws -> CustomerAccountSettingGroup {
        try CustomerAccountSettingGroup(
            identity: row.int64(0).map(CustomerAccountSettingGroup.Identity.init),
            name: row.required(row.string(1), 1),
            followingSettingGroup: row.int64(2).map(CustomerAccountSettingGroup.Identity.init)
        )
    }

    static func bind(
        _ customerAccountSettingGroup: CustomerAccountSettingGroup,
        to bindings: StoreBindings
    ) throws {
        try bindings.bind(customerAccountSettingGroup.identity?.value, at: 1)
        try bindings.bind(customerAccountSettingGroup.name, at: 2)
        try bindings.bind(customerAccountSettingGroup.followingSettingGroup?.value, at: 3)
    }

    static let list = """
        SELECT "_id", "name", "followingSettingGroup"
        FROM "CustomerAccountSettingGroup"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name", "followingSettingGroup"
        FROM "CustomerAccountSettingGroup"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "CustomerAccountSettingGroup" (
            "_id", "name", "followingSettingGroup"
        ) VALUES (
            ?1, ?2, ?3
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name",
            "followingSettingGroup" = excluded."followingSettingGroup"
        """

    static let delete = """
        DELETE FROM "CustomerAccountSettingGroup" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "CustomerAccountSettingGroup"
        """

    static let count = """
        SELECT count(*) FROM "CustomerAccountSettingGroup"
        """
}

extension CustomerAccountSettingGroup: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try CustomerAccountSettingGroupMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try CustomerAccountSettingGroupMapping.bind(self, to: bindings)
    }
}
