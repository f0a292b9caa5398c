// Made by cdgen from Keys.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// An event, as a value: changes are kept once `events.save(…)` has stored them.
struct Event: Record {
    /// What tells one event from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the event has been saved.
    var identity: Identity?
    var day: String
    var slot: Int16 = 0
}

/// What events are made of.
extension Event: DescribedRecord {
    static let entity = EntityDescription(
        name: "Event",
        identity: "_id",
        attributes: [
            AttributeDescription("day", .string, isOptional: false),
            AttributeDescription(
                "slot",
                .integer16,
                isOptional: false,
                initial: StoredValue(0 as Int16)
            ),
        ],
        relationships: [],
        uniqueness: [["day", "slot"]],
        hierarchy: EntityHierarchy(
            root: "Event",
            kinds: ["Talk", "Pause"],
            isAbstract: true
        )
    )

    static func blank() -> Event {
        Event(day: "")
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            identity: values.int64(0).map(Event.Identity.init),
            day: values.required(values.string(1), 1),
            slot: values.required(values.int16(2), 2)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(identity?.value),
            StoredValue(day),
            StoredValue(slot),
        ])
    }
}
