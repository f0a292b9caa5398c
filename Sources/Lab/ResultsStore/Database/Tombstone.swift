package import Diagnostics
package import Foundation
import GRDB

/// A record that a session existed; nothing of its contents is kept.
package struct Tombstone: Sendable, Hashable {
    /// Identity of the session; nil if the session was erased before sessions had identities.
    package var uuid: UUID?
    /// The participant's code. Empty if the session was erased in another file, because
    /// synchronised tombstones do not contain the code.
    package var participant: String
    /// The study's id.
    package var study: String
    /// Microseconds since 1970, UTC.
    package var wall: Int64
    /// Whether nothing of the session is left in the file and its folders.
    package var isFinished: Bool
    /// The lab that recorded the session; empty if unknown.
    package var lab = ""
    /// Digests of the session's events, 32 bytes each: its hash chain without the contents.
    package var digests = Data()

    /// Creates a tombstone from a hub, which knows neither the code nor the session's number.
    package init(uuid: UUID, lab: String, study: String, wall: Int64, digests: Data) {
        self.init(
            uuid: uuid,
            participant: "",
            study: study,
            wall: wall,
            isFinished: true,
            lab: lab,
            digests: digests
        )
    }

    init(
        uuid: UUID?,
        participant: String,
        study: String,
        wall: Int64,
        isFinished: Bool,
        lab: String = "",
        digests: Data = Data()
    ) {
        (self.uuid, self.participant, self.study) = (uuid, participant, study)
        (self.wall, self.isFinished) = (wall, isFinished)
        (self.lab, self.digests) = (lab, digests)
    }
}

extension Tombstone {
    init(row: Row) throws {
        uuid = try row.decode(String?.self, forColumn: "uuid").flatMap(UUID.init(uuidString:))
        participant = try row.decode(forColumn: "participant")
        study = try row.decode(forColumn: "study")
        wall = try row.decode(forColumn: "erased_wall_us")
        isFinished = try row.decode(forColumn: "finished")
        lab = try row.decode(forColumn: "lab")
        digests = try row.decode(forColumn: "digests")
    }
}

extension ResultsStore {
    /// Returns the tombstones of erased sessions, in an order that does not depend on the order of
    /// merging.
    package func tombstones() throws(DiagnosticError) -> [Tombstone] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT * FROM erased ORDER BY participant, erased_wall_us, uuid"
            ).map(Tombstone.init(row:))
        }
    }

    /// Returns all participants' codes in the file, including erased ones.
    package func participants() throws(DiagnosticError) -> [String] {
        try read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT id FROM participants UNION
                    SELECT participant FROM erased WHERE participant <> '' ORDER BY 1
                    """
            )
        }
    }

    /// Returns whether all sessions of a participant's code were erased.
    package func isErased(_ participant: String) throws(DiagnosticError) -> Bool {
        let file = path
        return try read { db in
            guard try db.sessions(of: participant, in: file).isEmpty else { return false }
            return try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM erased
                        WHERE participant = ?1 AND (?2 = '' OR lab IN ('', ?2))
                            OR lab || '/' || participant = ?1)
                    """,
                arguments: [participant, try db.lab()]
            ) ?? false
        }
    }
}
