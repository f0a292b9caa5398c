// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// An identitiesRecord, as a value: changes are kept once `identitiesRecordRecords.save(…)`
/// has stored them.
struct Identities: Record {
    /// What tells one identitiesRecord from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the identitiesRecord has been saved.
    var identity: Identity?
    var name: String?
}
