// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A tomorrow, as a value: changes are kept once `tomorrows.save(…)` has stored them.
struct Tomorrow: Record {
    /// What tells one tomorrow from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the tomorrow has been saved.
    var identity: Identity?
    var `throw`: String?
    /// The borrow's identity; `manager.borrow(of: tomorrow)` gives the record.
    var borrow: Tomorrow.Identity?
}
