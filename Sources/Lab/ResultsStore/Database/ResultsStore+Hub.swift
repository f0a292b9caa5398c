package import Diagnostics
package import Foundation
import GRDB

/// The newest known push to a hub by one copy of a results file. A push is a transaction that adds
/// events at the hub.
package struct HubPosition: Sendable, Hashable {
    package var lab: String
    package var copy: UUID
    /// Number of the push. The pushes of each copy are numbered 1, 2, 3, …
    package var push: Int64
    /// Identity of the push.
    package var id: UUID

    package init(lab: String, copy: UUID, push: Int64, id: UUID) {
        (self.lab, self.copy, self.push, self.id) = (lab, copy, push, id)
    }
}

/// A session that is at a hub but was left out of this file, with the reason.
package struct PostponedSession: Sendable, Hashable {
    package var lab: String
    package var session: UUID
    /// Id of the diagnostic. Its message can name a participant who is erased later.
    package var reason: String

    package init(lab: String, session: UUID, reason: String) {
        (self.lab, self.session, self.reason) = (lab, session, reason)
    }
}

/// The state of synchronization with hubs. The stored positions and acknowledgments avoid repeated
/// queries to a hub; losing them does not make synchronization incorrect. The stored data also show
/// that the file was synchronized, which means that a hub may have rows of the file.
extension ResultsStore {
    /// Returns the identity of this copy of the file.
    package func fileCopy() throws(DiagnosticError) -> UUID { try read { try $0.fileCopy() } }

    package func positions(hub: UUID, study: String) throws(DiagnosticError) -> [HubPosition] {
        try read { db in
            try db.rows(
                "SELECT lab, copy, push, id FROM hub_positions WHERE hub = ? AND study = ?",
                [hub.uuidString, study]
            ).compactMap { row in
                guard let copy = UUID(uuidString: try row.get(1)),
                    let id = UUID(uuidString: try row.get(3))
                else { return nil }
                return HubPosition(lab: try row.get(0), copy: copy, push: try row.get(2), id: id)
            }
        }
    }

    package func keep(
        _ positions: [HubPosition],
        hub: UUID,
        study: String
    ) async throws(DiagnosticError) {
        if positions.isEmpty { return }
        try await write { db in
            for position in positions {
                try db.run(
                    """
                    INSERT OR REPLACE INTO hub_positions (hub, study, lab, copy, push, id)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                    [
                        hub.uuidString, study, position.lab, position.copy.uuidString,
                        position.push, position.id.uuidString,
                    ]
                )
            }
        }
    }

    /// Removes `positions` from the file. If a newer push has replaced one of them in the file, the
    /// newer position is kept.
    package func forget(
        _ positions: [HubPosition],
        hub: UUID,
        study: String
    ) async throws(DiagnosticError) {
        if positions.isEmpty { return }
        try await write { db in
            for position in positions {
                try db.run(
                    "DELETE FROM hub_positions WHERE hub = ? AND study = ? AND id = ?",
                    [hub.uuidString, study, position.id.uuidString]
                )
            }
        }
    }

    /// Returns the event id up to which the hub has acknowledged all events of the study. Returns 0
    /// if the hub has acknowledged none.
    package func lastPushed(hub: UUID, study: String) throws(DiagnosticError) -> Int64 {
        try read { db in
            try db.value(
                "SELECT last_event FROM hub_pushes WHERE hub = ? AND study = ?",
                [hub.uuidString, study]
            ) ?? 0
        }
    }

    /// Records that a push of these studies begins. From then on, the hub may have rows of this
    /// file, even if it never acknowledges them.
    package func beginPush(of studies: [String], hub: UUID) async throws(DiagnosticError) {
        let begun: [String] = try read { db in
            try db.values("SELECT study FROM hub_pushes WHERE hub = ?", [hub.uuidString])
        }
        let new = studies.filter { !begun.contains($0) }
        if new.isEmpty { return }
        try await write { db in
            for study in new {
                try db.run(
                    "INSERT OR IGNORE INTO hub_pushes (hub, study, last_event) VALUES (?, ?, 0)",
                    [hub.uuidString, study]
                )
            }
        }
    }

    package func keepLastPushed(
        _ event: Int64,
        hub: UUID,
        study: String
    ) async throws(DiagnosticError) {
        try await write { db in
            try db.run(
                "INSERT OR REPLACE INTO hub_pushes (hub, study, last_event) VALUES (?, ?, ?)",
                [hub.uuidString, study, event]
            )
        }
    }

    package func postponed(hub: UUID, study: String) throws(DiagnosticError) -> [PostponedSession] {
        try read { db in
            try db.rows(
                """
                SELECT lab, session, reason FROM hub_postponed
                WHERE hub = ? AND study = ? ORDER BY lab, session
                """,
                [hub.uuidString, study]
            ).compactMap { row in
                try UUID(uuidString: row.get(1)).map {
                    PostponedSession(lab: try row.get(0), session: $0, reason: try row.get(2))
                }
            }
        }
    }

    /// Replaces the stored list of a study's postponed sessions: those that are at the hub but were
    /// left out of this file.
    package func keep(
        postponed sessions: [PostponedSession],
        hub: UUID,
        study: String
    ) async throws(DiagnosticError) {
        guard try postponed(hub: hub, study: study) != sessions else { return }
        try await write { db in
            try db.run(
                "DELETE FROM hub_postponed WHERE hub = ? AND study = ?",
                [hub.uuidString, study]
            )
            for session in sessions {
                try db.run(
                    """
                    INSERT OR REPLACE INTO hub_postponed (hub, study, lab, session, reason)
                    VALUES (?, ?, ?, ?, ?)
                    """,
                    [
                        hub.uuidString, study, session.lab, session.session.uuidString,
                        session.reason,
                    ]
                )
            }
        }
    }
}

extension ResultsStore {
    /// Returns the labs that recorded the participant's sessions, except the file's own lab. Nil if
    /// the file was never synchronized with a hub, so that no hub has the sessions.
    package func otherLabs(of participant: String) throws(DiagnosticError) -> [String]? {
        let file = path
        return try read { db in
            try db.otherLabs(of: db.sessions(of: participant, in: file, isOwn: true).sorted())
        }
    }
}

extension Database {
    /// Returns the labs that recorded the sessions, except the file's own lab. Nil if the file was
    /// never synchronized with a hub.
    func otherLabs(of sessions: [Int64]) throws -> [String]? {
        guard try isSynchronised() else { return nil }
        let labs: [String] = try sessions.compactMap {
            try value("SELECT lab FROM sessions WHERE id = ?", [$0])
        }
        return Set(labs).subtracting(["", try lab()]).sorted()
    }

    /// Returns whether the file has been synchronized with a hub. If so, the hub may have rows of
    /// the file.
    func isSynchronised() throws -> Bool {
        try value(
            "SELECT EXISTS (SELECT 1 FROM hub_pushes) OR EXISTS (SELECT 1 FROM hub_positions)"
        ) ?? false
    }
}
