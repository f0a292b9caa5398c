// Made by cdgen from Reminders.xcdatamodeld. Edits are lost when cdgen runs again.

package import CacheStore
package import Foundation

/// A reminder; `reminders.save(…)` stores its changes.
package struct Reminder: IdentifiedRecord {
    package typealias Identity = RecordID<Reminder, String>
    package var identity: Identity { Identity(id) }

    package var created: Date
    package var id: String
    package var isDone: Bool
    package var title: String
    package var version: String?

    package init(
        created: Date,
        id: String,
        isDone: Bool = false,
        title: String,
        version: String? = nil
    ) {
        self.created = created
        self.id = id
        self.isDone = isDone
        self.title = title
        self.version = version
    }
}

extension Reminder: StoredRecord {
    package static let statements = EntityDescription("Reminder", identity: "id").attributes([
        .date("created", .required).with(
            userInfo: ["DateFormat": "yyyy-MM-dd'T'HH:mm:ss.SSS", "ImportName": "created_at"]
        ),
        .string("id", .required),
        .boolean("isDone", .required, default: false).with(userInfo: ["ImportName": "done"]),
        .string("title", .required), .string("version"),
    ]).statements

    package init(row: some ColumnReader) throws {
        try self.init(
            created: row.required(row.date(0), 0),
            id: row.required(row.string(1), 1),
            isDone: row.required(row.bool(2), 2),
            title: row.required(row.string(3), 3),
            version: row.string(4)
        )
    }

    package func bind(to row: any ColumnBinder) throws {
        try row.bind(created, id, isDone, title, version, at: 1)
    }

    /// The rules of the model that the reminder breaks.
    package var violations: [Violation] {
        Violation.check("title", title, minimumLength: 1)
    }
}

package typealias ReminderDAO = DataAccessObject<Reminder>
