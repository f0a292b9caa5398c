// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation

/// A country, as a value: changes are kept once `countries.save(…)` has stored them.
struct Country: Record {
    /// What tells one country from another: the value of `code`.
    struct Identity: RecordIdentity {
        let value: String

        init(_ value: String) {
            self.value = value
        }
    }

    var code: String
    var founded: Date?
    var people: Int64?
    /// Computed by the store when the record is saved, from `places.@count`: fetch it again.
    var tally: Int64?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(code)
    }
}
