// Made by cdgen from Keys.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A talk, as a value: changes are kept once `talks.save(…)` has stored them.
struct Talk: Record {
    /// What tells one record from another, of all that share a table.
    typealias Identity = Event.Identity

    /// nil until the talk has been saved.
    var identity: Identity?
    var day: String
    var slot: Int16 = 0
    var speaker: String
    var title: String?
}

/// What talks are made of.
extension Talk: DescribedRecord {
    static let entity = EntityDescription(
        name: "Talk",
        identity: "_id",
        attributes: [
            AttributeDescription("day", .string, isOptional: false),
            AttributeDescription(
                "slot",
                .integer16,
                isOptional: false,
                initial: StoredValue(0 as Int16)
            ),
            AttributeDescription("speaker", .string, isOptional: false),
            AttributeDescription("title", .string),
        ],
        relationships: [],
        uniqueness: [["day", "slot"], ["speaker", "day"]],
        hierarchy: EntityHierarchy(root: "Event", kinds: ["Talk"])
    )

    static func blank() -> Talk {
        Talk(day: "", speaker: "")
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            identity: values.int64(0).map(Talk.Identity.init),
            day: values.required(values.string(1), 1),
            slot: values.required(values.int16(2), 2),
            speaker: values.required(values.string(3), 3),
            title: values.string(4)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(identity?.value),
            StoredValue(day),
            StoredValue(slot),
            StoredValue(speaker),
            StoredValue(title),
        ])
    }
}
