// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// An errorRecord, as a value: changes are kept once `errors.save(…)` has stored them.
struct ErrorRecord: Record {
    /// What tells one errorRecord from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the errorRecord has been saved.
    var identity: Identity?
    var name: String?
}
