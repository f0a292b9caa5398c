// Made by cdgen from Bench.xcdatamodeld. Edits are lost when cdgen runs again.

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
    var country: String?
    var latitude: Double
    var population: Int64?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}
