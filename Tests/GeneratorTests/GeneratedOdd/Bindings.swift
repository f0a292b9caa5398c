// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A bindingsRecord, as a value: changes are kept once `bindings.save(…)` has stored them.
struct Bindings: Record {
    /// What tells one bindingsRecord from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the bindingsRecord has been saved.
    var identity: Identity?
    var name: String?
}
