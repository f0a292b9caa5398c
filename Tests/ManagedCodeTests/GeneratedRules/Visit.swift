// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A visit, as a value: changes are kept once `visits.save(…)` has stored them.
struct Visit: Record {
    /// What tells one visit from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the visit has been saved.
    var identity: Identity?
    var day: String
    /// The place's identity; `manager.place(of: visit)` gives the record.
    var place: Place.Identity
}
