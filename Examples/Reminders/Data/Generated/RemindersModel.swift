// Made by cdgen from Reminders.xcdatamodeld. Edits are lost when cdgen runs again.

package import CacheStore

/// The tables of the model Reminders.
package nonisolated enum RemindersModel: GeneratedModel {
    package static let definition = StoreModel(
        name: "Reminders",
        records: [Reminder.self]
    )
}
