// Made by cdgen from Club.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A locker, as a value: changes are kept once `lockers.save(…)` has stored them.
struct Locker: Record {
    /// What tells one locker from another: the value of `code`.
    struct Identity: RecordIdentity {
        let value: String

        init(_ value: String) {
            self.value = value
        }
    }

    var code: String
    /// The team's identity; `manager.team(of: locker)` gives the record.
    var team: Team.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(code)
    }
}

/// What lockers are made of.
extension Locker: DescribedRecord {
    static let entity = EntityDescription(
        name: "Locker",
        identity: "code",
        attributes: [
            AttributeDescription("code", .string, isOptional: false)
        ],
        relationships: [
            RelationshipDescription(
                "team",
                to: "Team",
                whenDestinationIsDeleted: .deny,
                storage: .column
            )
        ]
    )

    static func blank() -> Locker {
        Locker(code: "")
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            code: values.required(values.string(0), 0),
            team: values.int64(1).map(Team.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(code),
            StoredValue(team?.value),
        ])
    }
}
