// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A list, as a value: changes are kept once `lists.save(…)` has stored them.
struct List: Record {
    /// What tells one list from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the list has been saved.
    var identity: Identity?
    var name: String?
}
