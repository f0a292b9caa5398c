// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A task, as a value: changes are kept once `tasks.save(…)` has stored them.
struct Task: Record {
    /// What tells one task from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the task has been saved.
    var identity: Identity?
    var name: String?
}

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
