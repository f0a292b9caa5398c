// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// An album, as a value: changes are kept once `albums.save(…)` has stored them.
struct Album: Record {
    /// What tells one album from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the album has been saved.
    var identity: Identity?
    var shelf: String
    var number: Int16
    var title: String?
}
