// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What customerAccountSettingGroups are made of.
extension CustomerAccountSettingGroup: DescribedRecord {
    static let entity = EntityDescription(
        name: "CustomerAccountSettingGroup",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string, isOptional: false)
        ],
        relationships: [
            RelationshipDescription(
                "followingSettingGroup",
                to: "CustomerAccountSettingGroup",
                storage: .column
            ),
            RelationshipDescription(
                "precedingSettingGroups",
                to: "CustomerAccountSettingGroup",
                isToMany: true,
                storage: .inverse("followingSettingGroup"),
                isOrdered: true
            ),
            RelationshipDescription(
                "relatedSettingGroups",
                to: "CustomerAccountSettingGroup",
                isToMany: true,
                storage: .none,
                join: PairTable(
                    "CustomerAccountSettingGroup.relatedSettingGroups",
                    own: "source",
                    other: "target"
                )
            ),
        ]
    )

    static func blank() -> CustomerAccountSettingGroup {
        CustomerAccountSettingGroup(name: "")
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            identity: values.int64(0).map(CustomerAccountSettingGroup.Identity.init),
            name: values.required(values.string(1), 1),
            followingSettingGroup: values.int64(2).map(CustomerAccountSettingGroup.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(identity?.value),
            StoredValue(name),
            StoredValue(followingSettingGroup?.value),
        ])
    }
}
