// Made by cdgen from Club.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A note, as a value: changes are kept once `notes.save(…)` has stored them.
struct Note: Record {
    /// What tells one note from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the note has been saved.
    var identity: Identity?
    var text: String = ""
    /// The person's identity; `manager.person(of: note)` gives the record.
    var person: Person.Identity
}
