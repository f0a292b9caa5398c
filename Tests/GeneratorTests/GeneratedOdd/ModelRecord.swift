// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A model, as a value: changes are kept once `models.save(…)` has stored them.
struct ModelRecord: Record {
    /// What tells one model from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the model has been saved.
    var identity: Identity?
    var name: String?
}
