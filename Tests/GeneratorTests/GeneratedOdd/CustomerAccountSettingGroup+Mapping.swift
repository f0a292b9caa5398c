// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How customerAccountSettingGroups stand in the table `CustomerAccountSettingGroup`.
enum CustomerAccountSettingGroupMapping {
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
