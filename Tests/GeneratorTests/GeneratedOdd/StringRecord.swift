// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation

/// A string, as a value: changes are kept once `strings.save(…)` has stored them.
struct StringRecord: Record {
    /// What tells one string from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: UUID

        init(_ value: UUID) {
            self.value = value
        }
    }

    var name: String?
    var id: UUID
    /// The parent's identity; `manager.parent(of: string)` gives the record.
    var parent: StringRecord.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}
