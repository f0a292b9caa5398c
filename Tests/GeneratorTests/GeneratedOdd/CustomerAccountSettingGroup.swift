// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A customerAccountSettingGroup, as a value: changes are kept once
/// `customerAccountSettingGroups.save(…)` has stored them.
struct CustomerAccountSettingGroup: Record {
    /// What tells one customerAccountSettingGroup from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the customerAccountSettingGroup has been saved.
    var identity: Identity?
    var name: String
    /// The followingSettingGroup's identity; `manager.followingSettingGroup(of: customerAccountSettingGroup)` gives the record.
    var followingSettingGroup: CustomerAccountSettingGroup.Identity?
}

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
