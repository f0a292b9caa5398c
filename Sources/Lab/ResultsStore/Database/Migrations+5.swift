import Foundation
import GRDB

extension Migrations {
    /// SQL that prepares files for merging. Adds two columns to the table of tombstones: the
    /// identity of the erased session, and whether the erasure is finished. Also adds a table of
    /// leftovers: files and folders outside the database that contain data of erased sessions.
    ///
    /// In existing tombstones, the identity is NULL.
    static let version5 = """
        CREATE TABLE erased_5 (
            uuid TEXT UNIQUE,
            session INTEGER,
            participant TEXT NOT NULL,
            study TEXT NOT NULL,
            erased_wall_us INTEGER NOT NULL,
            finished INTEGER NOT NULL
        ) STRICT;
        INSERT INTO erased_5 SELECT NULL, session, participant, study, erased_wall_us, 1 FROM erased;
        DROP TABLE erased;
        ALTER TABLE erased_5 RENAME TO erased;
        CREATE TABLE leftovers (
            path TEXT PRIMARY KEY NOT NULL,
            lock TEXT
        ) STRICT;
        """

    /// Replaces each study's count of people who declined with one row per person. Copies of a file
    /// that are migrated separately get the same rows.
    static func separateDeclined(_ db: Database) throws {
        let file = try String.fetchOne(db, sql: "SELECT uuid FROM sessions ORDER BY id LIMIT 1")
        let counts = try Row.fetchAll(db, sql: "SELECT study, count FROM declined")
        try db.execute(
            sql: """
                DROP TABLE declined;
                CREATE TABLE declined (
                    uuid TEXT PRIMARY KEY NOT NULL,
                    study TEXT NOT NULL
                ) STRICT;
                """
        )
        for row in counts {
            let study: String = try row.decode(atIndex: 0)
            let count: Int = try row.decode(atIndex: 1)
            for number in 0..<min(max(count, 0), 100_000) {
                let name = "declined \(study) \(file ?? "") \(number)"
                try db.execute(
                    sql: "INSERT INTO declined (uuid, study) VALUES (?, ?)",
                    arguments: [SessionIdentity.uuid(named: name).uuidString, study]
                )
            }
        }
    }
}
