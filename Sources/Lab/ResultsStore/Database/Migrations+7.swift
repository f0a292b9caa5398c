import Foundation
import GRDB

extension Migrations {
    /// SQL that adds the identity and lab of the results file, the hash chain, and the state of
    /// synchronization.
    static let version7 = """
        ALTER TABLE sessions ADD COLUMN lab TEXT NOT NULL DEFAULT '';
        ALTER TABLE events ADD COLUMN version INTEGER NOT NULL DEFAULT 6;
        ALTER TABLE events ADD COLUMN origin TEXT NOT NULL DEFAULT '';
        ALTER TABLE events ADD COLUMN salt BLOB NOT NULL DEFAULT x'';
        ALTER TABLE events ADD COLUMN hash BLOB NOT NULL DEFAULT x'';
        ALTER TABLE erased ADD COLUMN lab TEXT NOT NULL DEFAULT '';
        ALTER TABLE erased ADD COLUMN digests BLOB NOT NULL DEFAULT x'';
        CREATE TABLE file_copy (
            uuid TEXT PRIMARY KEY NOT NULL,
            lab TEXT NOT NULL,
            place TEXT NOT NULL
        ) STRICT;
        CREATE TABLE hub_positions (
            hub TEXT NOT NULL,
            study TEXT NOT NULL,
            lab TEXT NOT NULL,
            copy TEXT NOT NULL,
            push INTEGER NOT NULL,
            id TEXT NOT NULL,
            PRIMARY KEY (hub, study, lab, copy)
        ) STRICT;
        CREATE TABLE hub_pushes (
            hub TEXT NOT NULL,
            study TEXT NOT NULL,
            last_event INTEGER NOT NULL,
            PRIMARY KEY (hub, study)
        ) STRICT;
        CREATE TABLE hub_postponed (
            hub TEXT NOT NULL,
            study TEXT NOT NULL,
            lab TEXT NOT NULL,
            session TEXT NOT NULL,
            reason TEXT NOT NULL,
            PRIMARY KEY (hub, study, lab, session)
        ) STRICT;
        """

    /// Adds the hash chain to the events of an older file. Each event is hashed with a random salt,
    /// so the digests that remain after an erasure cannot confirm guesses about the erased events.
    /// Two copies that are migrated separately therefore have different chains.
    static func chainEvents(_ db: Database) throws {
        try db.execute(
            sql: "INSERT INTO file_copy (uuid, lab, place) VALUES (?, '', '')",
            arguments: [UUID().uuidString]
        )
        let sessions = try Row.fetchAll(db, sql: "SELECT id, uuid FROM sessions ORDER BY id")
        for session in sessions {
            let id: Int64 = try session.decode(atIndex: 0)
            let uuid: String = try session.decode(atIndex: 1)
            let events = try Row.fetchAll(
                db,
                sql: """
                    SELECT \(ChainedEvent.columns), id FROM events WHERE session = ?
                    ORDER BY number
                    """,
                arguments: [id]
            )
            var hash = HashChain.start
            for row in events {
                var event = try ChainedEvent(row: row)
                event.salt = HashChain.salt()
                hash = event.hash(after: hash)
                try db.run(
                    "UPDATE events SET origin = ?, salt = ?, hash = ? WHERE id = ?",
                    [
                        uuid, event.salt, Data(hash),
                        try row.get(ChainedEvent.hashColumn + 1) as Int64,
                    ]
                )
            }
        }
    }
}
