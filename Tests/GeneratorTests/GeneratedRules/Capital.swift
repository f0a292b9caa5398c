// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A capital, as a value: changes are kept once `capitals.save(…)` has stored them.
struct Capital: Record {
    /// What tells one record from another, of all that share a table.
    typealias Identity = Place.Identity

    var id: Int64
    var name: String
    var area: Double
    var code: String?
    var seat: String?
    /// The country's identity; `manager.country(of: capital)` gives the record.
    var country: Country.Identity?

    init(
        id: Int64,
        name: String,
        area: Double,
        code: String? = nil,
        seat: String? = nil,
        country: Country.Identity? = nil
    ) {
        self.id = id
        self.name = name
        self.area = area
        self.code = code
        self.seat = seat
        self.country = country
    }

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}
