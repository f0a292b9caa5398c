// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A task, as a value: changes are kept once `tasks.save(…)` has stored them.
struct Task: Record {
    /// What tells one task from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the task has been saved.
    var identity: Identity?
    var name: String?
}
