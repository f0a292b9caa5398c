// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A self_, as a value: changes are kept once `selfs.save(…)` has stored them.
struct SelfRecord: Record {
    /// What tells one self_ from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the self_ has been saved.
    var identity: Identity?
    var name: String?
}
