// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A shelf, as a value: changes are kept once `shelves.save(…)` has stored them.
struct Shelf: Record {
    /// What tells one shelf from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    var id: Int64?
    var room: String? = "hall \"A\""

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        id.map(Identity.init)
    }
}
