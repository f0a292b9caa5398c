// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// An int, as a value: changes are kept once `ints.save(…)` has stored them.
struct IntRecord: Record {
    /// What tells one int from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the int has been saved.
    var identity: Identity?
    var name: String?
}
