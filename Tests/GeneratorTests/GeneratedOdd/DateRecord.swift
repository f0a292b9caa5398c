// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A date, as a value: changes are kept once `dates.save(…)` has stored them.
struct DateRecord: Record {
    /// What tells one date from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the date has been saved.
    var identity: Identity?
    var name: String?
}
