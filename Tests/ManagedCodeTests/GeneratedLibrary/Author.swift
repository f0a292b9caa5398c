// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation

/// An author, as a value: changes are kept once `authors.save(…)` has stored them.
struct Author: Record {
    /// What tells one author from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: String

        init(_ value: String) {
            self.value = value
        }
    }

    var born: Date?
    var id: String?
    var name: String = ""

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        id.map(Identity.init)
    }
}
