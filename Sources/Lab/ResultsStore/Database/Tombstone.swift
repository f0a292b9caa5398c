package import Diagnostics
package import Foundation
import GRDB

/// A record that there was a session; nothing of the session is kept.
package struct Tombstone: Sendable, Hashable {
    /// Identity of the session; nil for one that was erased before sessions had any.
    package var uuid: UUID?
    /// The session's number in this file; nil if the file never held it.
    package var session: Int64?
    package var participant: String
    /// The study's id.
    package var study: String
    /// Microseconds since 1970, UTC.
    package var wall: Int64
    /// Whether nothing of the session is left in the file and in the folders that belong to it.
    package var isFinished: Bool
}

extension Tombstone {
    init(row: Row) throws {
        uuid = try row.decode(String?.self, forColumn: "uuid").flatMap(UUID.init(uuidString:))
        session = try row.decode(forColumn: "session")
        participant = try row.decode(forColumn: "participant")
        study = try row.decode(forColumn: "study")
        wall = try row.decode(forColumn: "erased_wall_us")
        isFinished = try row.decode(forColumn: "finished")
    }
}

extension ResultsStore {
    /// Erased sessions, in an order that does not depend on the order of merging.
    package func tombstones() throws(DiagnosticError) -> [Tombstone] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT * FROM erased ORDER BY participant, erased_wall_us, uuid"
            ).map(Tombstone.init(row:))
        }
    }

    /// Codes in the file, erased ones included.
    package func participants() throws(DiagnosticError) -> [String] {
        try read { db in
            try String.fetchAll(
                db,
                sql: "SELECT id FROM participants UNION SELECT participant FROM erased ORDER BY 1"
            )
        }
    }

    /// Whether all sessions of a code were erased.
    package func isErased(_ participant: String) throws(DiagnosticError) -> Bool {
        try read { db in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM erased WHERE participant = ?1)
                        AND NOT EXISTS (SELECT 1 FROM sessions WHERE participant = ?1)
                    """,
                arguments: [participant]
            ) ?? false
        }
    }
}
