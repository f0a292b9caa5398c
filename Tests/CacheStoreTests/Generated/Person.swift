// Made by cdgen from Club.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation

/// A person, as a value: changes are kept once `people.save(…)` has stored them.
struct Person: Record {
    /// What tells one person from another: the value of `personID`.
    struct Identity: RecordIdentity {
        let value: String

        init(_ value: String) {
            self.value = value
        }
    }

    var born: Date?
    var isActive: Bool = true
    var joined: Date?
    var name: String
    var number: Int16?
    var personID: String?
    var photo: Data?
    var price: Decimal?
    var score: Double?
    var site: URL?
    var token: UUID?
    /// The team's identity; `manager.team(of: person)` gives the record.
    var team: Team.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        personID.map(Identity.init)
    }
}
