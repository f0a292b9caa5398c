import Foundation
import GRDB

extension Migrations {
    /// Adds a UUID to each session. The UUID is derived from the session's events, so a session
    /// gets the same UUID in all copies of a file.
    static func giveSessionsUUIDs(_ db: Database) throws {
        try db.execute(sql: "ALTER TABLE sessions ADD COLUMN uuid TEXT NOT NULL DEFAULT ''")
        var given: Set<UUID> = []
        for session in try Int64.fetchAll(db, sql: "SELECT id FROM sessions ORDER BY id") {
            var uuid = try SessionIdentity.uuid(ofStored: session, in: db)
            // Two sessions that begin with the same event would get the same UUID.
            while !given.insert(uuid).inserted {
                uuid = SessionIdentity.uuid(named: "\(uuid.uuidString) \(session)")
            }
            try db.execute(
                sql: "UPDATE sessions SET uuid = ? WHERE id = ?",
                arguments: [uuid.uuidString, session]
            )
        }
        try db.execute(sql: "CREATE UNIQUE INDEX sessions_by_uuid ON sessions (uuid)")
    }
}
