// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A tag, as a value: changes are kept once `tags.save(…)` has stored them.
struct Tag: Record {
    /// What tells one tag from another: the value of `name`.
    struct Identity: RecordIdentity {
        let value: String

        init(_ value: String) {
            self.value = value
        }
    }

    var name: String

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(name)
    }
}
