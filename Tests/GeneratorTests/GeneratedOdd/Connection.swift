// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A connectionRecord, as a value: changes are kept once `connections.save(…)` has stored
/// them.
struct Connection: Record {
    /// What tells one connectionRecord from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the connectionRecord has been saved.
    var identity: Identity?
    var name: String?
}
