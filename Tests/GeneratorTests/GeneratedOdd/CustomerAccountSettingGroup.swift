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
