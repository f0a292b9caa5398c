// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A data, as a value: changes are kept once `data.save(…)` has stored them.
struct DataRecord: Record {
    /// What tells one data from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the data has been saved.
    var identity: Identity?
    var name: String?
}
