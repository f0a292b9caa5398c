// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What tasks are made of.
extension Task: DescribedRecord {
    static let entity = EntityDescription(
        name: "Task",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string)
        ],
        relationships: []
    )

    static func blank() -> Task {
        Task()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(Task.Identity.init),
            name: values.string(1)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(identity?.value),
            StoredValue(name),
        ])
    }
}
