// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A taxRate, as a value: changes are kept once `taxRates.save(…)` has stored them.
struct TaxRate: Record {
    /// What tells one taxRate from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the taxRate has been saved.
    var identity: Identity?
    var name: String?
}
