// Made by cdgen from Club.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

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
