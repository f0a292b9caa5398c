// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A place, as a value: changes are kept once `places.save(…)` has stored them.
struct Place: Record {
    /// What tells one place from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    var id: Int64
    var name: String
    /// Computed by the store when the record is saved, from `canonical:(name)`: fetch it again.
    var searchName: String = ""
    /// The country's identity; `manager.country(of: place)` gives the record.
    var country: Country.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}
