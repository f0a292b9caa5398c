// Made by cdgen from Club.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A team, as a value: changes are kept once `teams.save(…)` has stored them.
struct Team: Record {
    /// What tells one team from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    var id: Int64?
    var name: String

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        id.map(Identity.init)
    }
}
