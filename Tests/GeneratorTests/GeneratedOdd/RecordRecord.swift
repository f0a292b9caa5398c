// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A record, as a value: changes are kept once `records.save(…)` has stored them.
struct RecordRecord: Record {
    /// What tells one record from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the record has been saved.
    var identity: Identity?
    var name: String?
}
