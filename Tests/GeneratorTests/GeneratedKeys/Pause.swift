// Made by cdgen from Keys.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A pause, as a value: changes are kept once `pauses.save(…)` has stored them.
struct Pause: Record {
    /// What tells one record from another, of all that share a table.
    typealias Identity = Event.Identity

    /// nil until the pause has been saved.
    var identity: Identity?
    var day: String
    var slot: Int16 = 0
    var minutes: Int16?
}

/// What pauses are made of.
extension Pause: DescribedRecord {
    static let entity = EntityDescription(
        name: "Pause",
        identity: "_id",
        attributes: [
            AttributeDescription("day", .string, isOptional: false),
            AttributeDescription(
                "slot",
                .integer16,
                isOptional: false,
                initial: StoredValue(0 as Int16)
            ),
            AttributeDescription("minutes", .integer16),
        ],
        relationships: [],
        uniqueness: [["day", "slot"]],
        hierarchy: EntityHierarchy(root: "Event", kinds: ["Pause"])
    )

    static func blank() -> Pause {
        Pause(day: "")
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            identity: values.int64(0).map(Pause.Identity.init),
            day: values.required(values.string(1), 1),
            slot: values.required(values.int16(2), 2),
            minutes: values.int16(3)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(identity?.value),
            StoredValue(day),
            StoredValue(slot),
            StoredValue(minutes),
        ])
    }
}
