// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A type, as a value: changes are kept once `types.save(…)` has stored them.
struct TypeRecord: Record {
    /// What tells one type from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the type has been saved.
    var identity: Identity?
    var name: String?
}
