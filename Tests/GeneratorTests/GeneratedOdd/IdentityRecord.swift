// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation

/// An identity_, as a value: changes are kept once `identities.save(…)` has stored them.
struct IdentityRecord: Record {
    /// What tells one identity_ from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: UUID

        init(_ value: UUID) {
            self.value = value
        }
    }

    var name: String?
    var id: UUID
    /// The parent's identity; `manager.parent(of: identity_)` gives the record.
    var parent: IdentityRecord.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}
