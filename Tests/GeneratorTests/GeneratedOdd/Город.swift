// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation

/// A город, as a value: changes are kept once `городs.save(…)` has stored them.
struct Город: Record {
    /// What tells one город from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: UUID

        init(_ value: UUID) {
            self.value = value
        }
    }

    var name: String?
    var id: UUID
    /// The parent's identity; `manager.parent(of: город)` gives the record.
    var parent: Город.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}
