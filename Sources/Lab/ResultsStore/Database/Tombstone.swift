package import Diagnostics
package import Foundation
import GRDB

/// A record of an erased session, without any of the session's contents.
package struct Tombstone: Sendable, Hashable {
    /// Identity of the session; nil if the session was erased before sessions had identities.
    package var uuid: UUID?
    /// The participant's code. Empty if the tombstone was pulled from a hub, because tombstones at
    /// a hub do not contain the code.
    package var participant: String
    /// The study's id.
    package var study: String
    /// Time of the erasure in microseconds since 1970, UTC.
    package var wall: Int64
    /// Whether the file was rewritten after the session's rows were deleted. If so, no bytes of
    /// these rows remain in the file. Files of the session outside the database may remain. Always
    /// true if the file never contained the session.
    package var isFinished: Bool
    /// The lab that recorded the session; empty if unknown.
    package var lab = ""
    /// Digests of the session's events, 32 bytes each: the hash chain without the events' contents.
    package var digests = Data()
}

extension Tombstone {
    /// Creates a tombstone that was pulled from a hub. Its ``participant`` is empty, because
    /// tombstones at a hub do not contain the code. Its ``isFinished`` is true, even if the erasure
    /// in the receiving results file is not finished.
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

    init(row: Row) throws {
        uuid = try (row.get("uuid") as String?).flatMap(UUID.init(uuidString:))
        participant = try row.get("participant")
        study = try row.get("study")
        wall = try row.get("erased_wall_us")
        isFinished = try row.get("finished")
        lab = try row.get("lab")
        digests = try row.get("digests")
    }
}

extension ResultsStore {
    /// Returns the tombstones of erased sessions, in an order that does not depend on the order of
    /// merging.
    package func tombstones() throws(DiagnosticError) -> [Tombstone] {
        try read { db in
            try db.rows("SELECT * FROM erased ORDER BY participant, erased_wall_us, uuid")
                .map(Tombstone.init(row:))
        }
    }

    /// Returns the codes of all participants in the file, including participants whose sessions
    /// were erased.
    package func participants() throws(DiagnosticError) -> [String] {
        try read { db in
            try db.values(
                """
                SELECT id FROM participants UNION
                SELECT participant FROM erased WHERE participant <> '' ORDER BY 1
                """
            )
        }
    }

    /// Returns the participants of the file's sessions and of erased sessions, each as an argument
    /// that identifies the participant: `LAB/CODE` if the participant's lab is not the file's lab.
    package func names() throws(DiagnosticError) -> [String] {
        try read { db in
            try db.values(
                """
                SELECT CASE WHEN lab IN ('', ?1) OR ?1 = '' THEN participant
                    ELSE lab || '/' || participant END
                FROM (SELECT participant, lab FROM sessions
                    UNION SELECT participant, lab FROM erased WHERE participant <> '')
                GROUP BY 1 ORDER BY 1
                """,
                [try db.lab()]
            )
        }
    }

    /// Returns whether the participant of the file's lab with this code had sessions and all of
    /// them were erased.
    package func isErased(_ participant: String) throws(DiagnosticError) -> Bool {
        let file = path
        return try read { db in
            let sessions = try db.sessions(of: participant, in: file, isOwn: true)
            guard sessions.isEmpty else { return false }
            return try db.value(
                """
                SELECT EXISTS (SELECT 1 FROM erased
                    WHERE participant = ?1 AND (?2 = '' OR lab IN ('', ?2))
                        OR lab || '/' || participant = ?1)
                """,
                [participant, try db.lab()]
            ) ?? false
        }
    }
}
