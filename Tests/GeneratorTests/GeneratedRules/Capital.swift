// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation

/// A capital, as a value: changes are kept once `capitals.save(…)` has stored them.
struct Capital: Record {
    /// What tells one record from another, of all that share a table.
    typealias Identity = Place.Identity

    var id: Int64
    var name: String
    /// Computed by the store when the record is saved, from `canonical:(name)`: fetch it again.
    var searchName: String = ""
    var area: Double
    var code: String?
    /// Computed by the store when the record is saved, from `now()`: fetch it again.
    var changed: Date?
    var seat: String?
    /// The country's identity; `manager.country(of: capital)` gives the record.
    var country: Country.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}
