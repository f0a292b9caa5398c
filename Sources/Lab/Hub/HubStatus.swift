package import Diagnostics
package import Foundation
import ResultsStore

/// State of a hub as an account sees it.
package struct HubStatus: Sendable {
    package struct Lab: Sendable {
        package var study: String
        package var name: String
        package var sessions = 0
        package var events: Int64 = 0
        /// Date and time of the server, UTC, to the minute; nil if the lab never synchronised.
        package var lastContact: String?
        /// Versions of evalrun that its file copies have.
        package var versions: [String] = []
        package var incidents = 0
        /// Events that its file copies had not pushed at their last contact.
        package var toPush: Int64 = 0
        /// Pushes at the hub that the lab may read and one of its file copies did not have at its last
        /// contact.
        package var toPull: Int64 = 0
    }

    /// A session with two branches.
    package struct Branches: Sendable {
        package var study: String
        package var lab: String
        package var session: UUID
        /// Number of the first event in which they differ.
        package var number: Int64
        package var origins: [UUID]
        /// The branch that an analyst keeps.
        package var decision: UUID?
    }

    package var labs: [Lab] = []
    package var branches: [Branches] = []
    /// Study → planned number of analysed participants, and participants that have begun.
    package var targets: [String: (planned: Int64, begun: Int64)] = [:]
}

/// An erased session and the file copies that hold or held it.
package struct HubErasure: Sendable {
    package var study: String
    package var lab: String
    package var session: UUID
    /// Accounts whose copy has confirmed that nothing is left, and those that have not.
    package var confirmed: [String] = []
    package var missing: [String] = []
}

extension HubAddress {
    package func status() async throws(DiagnosticError) -> HubStatus {
        try await connected { connection in
            let results = try await connection.pipeline([
                .init(
                    """
                    SELECT study, lab, count(*) FROM evalrun.sessions GROUP BY study, lab
                    ORDER BY study, lab
                    """
                ),
                .init(
                    """
                    SELECT study, lab, sum(events)::bigint FROM (
                        SELECT study, lab, max(last) - min(first) + 1 AS events FROM evalrun.ranges
                        GROUP BY study, lab, session, origin) AS r
                    GROUP BY study, lab
                    """
                ),
                .init(
                    """
                    SELECT c.study, c.member,
                        to_char(max(c.last_contact) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'),
                        string_agg(DISTINCT c.evalrun, ', '), sum(c.pending)::bigint,
                        max(greatest(0, coalesce(t.total, 0) - c.pushes))::bigint
                    FROM evalrun.copies c JOIN evalrun.members m ON m.name = c.member
                    LEFT JOIN (SELECT study, lab, sum(number)::bigint AS total FROM (
                            SELECT study, lab, max(number) AS number FROM evalrun.pushes
                            GROUP BY study, lab, copy) AS n GROUP BY study, lab) AS t
                        ON t.study = c.study AND t.lab = c.member
                    WHERE m.kind = 'lab' GROUP BY c.study, c.member
                    """
                ),
                .init(
                    """
                    SELECT i.study, i.lab, i.session, i.number, o.origin, d.origin
                    FROM (\(HubSchema.incidents)) AS i
                    JOIN evalrun.events o ON o.study = i.study AND o.lab = i.lab
                        AND o.session = i.session AND o.number = i.number
                    LEFT JOIN evalrun.decisions d ON d.study = i.study AND d.lab = i.lab
                        AND d.session = i.session
                    ORDER BY i.study, i.lab, i.session, o.origin
                    """
                ),
                .init(
                    """
                    SELECT l.study, max(l.target), (SELECT count(*) FROM (
                        SELECT DISTINCT s.lab, s.participant FROM evalrun.sessions s
                        WHERE s.study = l.study) AS p)
                    FROM evalrun.locks l WHERE l.target IS NOT NULL GROUP BY l.study
                    """
                ),
            ])
            return try HubStatus(results)
        }
    }

    /// Erased sessions, each with the copies that have confirmed.
    package func erasures() async throws(DiagnosticError) -> [HubErasure] {
        try await connected { connection in
            let rows = try await connection.query(
                """
                SELECT t.study, t.lab, t.session, c.member, f.member FROM evalrun.tombstones t
                LEFT JOIN (SELECT c.study, c.member, c.copy, m.kind FROM evalrun.copies c
                    JOIN evalrun.members m ON m.name = c.member) AS c
                    ON c.study = t.study AND (c.member = t.lab OR c.kind = 'analyst')
                LEFT JOIN evalrun.confirmations f ON f.study = t.study AND f.lab = t.lab
                    AND f.session = t.session AND f.member = c.member AND f.copy = c.copy
                ORDER BY t.study, t.lab, t.session, c.member, c.copy
                """
            )
            var erasures: [HubErasure] = []
            for row in rows.rows {
                let session = try row.uuid(2)
                if erasures.last?.session != session {
                    erasures.append(
                        HubErasure(
                            study: try row.text(0),
                            lab: try row.text(1),
                            session: session
                        )
                    )
                }
                guard let member = row.textIfAny(3) else { continue }
                let isConfirmed = row.textIfAny(4) != nil
                let at = erasures.count - 1
                if isConfirmed {
                    erasures[at].confirmed.append(member)
                } else {
                    erasures[at].missing.append(member)
                }
            }
            return erasures
        }
    }

    /// Chooses one of two branches of a session: the one that ends with events of `origin`.
    package func decide(
        session: UUID,
        keep origin: UUID,
        reason: String
    ) async throws(DiagnosticError) {
        let place = name
        try await connected { connection in
            let inserted = try await connection.query(
                """
                INSERT INTO evalrun.decisions (study, lab, session, origin, reason, member)
                SELECT DISTINCT e.study, e.lab, e.session, e.origin, $3, current_user::text
                FROM evalrun.events e WHERE e.session = $1 AND e.origin = $2
                ON CONFLICT DO NOTHING
                """,
                [.uuid(session), .uuid(origin), .text(reason)]
            )
            if inserted.changes > 0 { return }
            throw DiagnosticError(
                "no-decision",
                at: .init(file: place),
                "session \(session.uuidString.lowercased()) has no such branch, or it was decided "
                    + "before",
                expected: "a session and an origin as listed by: evalrun hub status URL",
                status: .noInput
            )
        }
    }
}

extension HubStatus {
    fileprivate init(_ results: [ResultRows]) throws {
        for row in results[0].rows {
            labs.append(
                Lab(
                    study: try row.text(0),
                    name: try row.text(1),
                    sessions: Int(try row.integer(2))
                )
            )
        }
        for row in results[1].rows {
            labs[try place(row)].events = try row.integer(2)
        }
        for row in results[2].rows {
            let place = try place(row)
            labs[place].lastContact = try row.text(2)
            labs[place].versions = [try row.text(3)]
            (labs[place].toPush, labs[place].toPull) = (try row.integer(4), try row.integer(5))
        }
        for row in results[3].rows {
            let (session, origin) = (try row.uuid(2), try row.uuid(4))
            if branches.last?.session == session {
                branches[branches.count - 1].origins.append(origin)
                continue
            }
            labs[try place(row)].incidents += 1
            branches.append(
                Branches(
                    study: try row.text(0),
                    lab: try row.text(1),
                    session: session,
                    number: try row.integer(3),
                    origins: [origin],
                    decision: row.textIfAny(5) == nil ? nil : try row.uuid(5)
                )
            )
        }
        for row in results[4].rows {
            targets[try row.text(0)] = (try row.integer(1), try row.integer(2))
        }
    }

    /// Index of the lab of a row's first two columns.
    private mutating func place(_ row: ResultRow) throws -> Int {
        let (study, name) = (try row.text(0), try row.text(1))
        if let place = labs.firstIndex(where: { $0.study == study && $0.name == name }) {
            return place
        }
        labs.append(Lab(study: study, name: name))
        return labs.count - 1
    }
}
