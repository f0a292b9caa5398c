// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A default, as a value: changes are kept once `defaults.save(…)` has stored them.
struct Default: Record {
    /// What tells one `default` from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the `default` has been saved.
    var identity: Identity?
    var name: String?
}
