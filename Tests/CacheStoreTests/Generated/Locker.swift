// Made by cdgen from Club.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A locker, as a value: changes are kept once `lockers.save(…)` has stored them.
struct Locker: Record {
    /// What tells one locker from another: the value of `code`.
    struct Identity: RecordIdentity {
        let value: String

        init(_ value: String) {
            self.value = value
        }
    }

    var code: String
    /// The team's identity; `manager.team(of: locker)` gives the record.
    var team: Team.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(code)
    }
}
