// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation

/// A case, as a value: changes are kept once `cases.save(…)` has stored them.
struct Case: Record {
    /// What tells one `case` from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: UUID

        init(_ value: UUID) {
            self.value = value
        }
    }

    var name: String?
    var id: UUID
    /// The parent's identity; `manager.parent(of: `case`)` gives the record.
    var parent: Case.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}
