package import Diagnostics
package import Foundation
import ResultsStore

/// The state of a hub, as far as an account can see it.
package struct HubStatus: Sendable {
    package struct Lab: Sendable {
        package var study: String
        package var name: String
        package var sessions = 0
        package var events: Int64 = 0
        /// Date and time of the lab's last synchronization, in UTC, to the minute, from the
        /// server's clock. Nil if the lab has never synchronized.
        package var lastContact: String?
        /// Versions of evalrun with which the lab's copies of the results file last synchronized,
        /// separated by commas. Nil if the lab has never synchronized.
        package var versions: String?
        package var incidents = 0
        /// Number of events that the lab's copies of the results file had not pushed at their last
        /// synchronization.
        package var toPush: Int64 = 0
        /// Number of pushes at the hub that the lab can still pull: its copy of the results file
        /// has neither sent nor pulled them. If the lab has several copies, the number is for the
        /// copy that lacks the most pushes.
        package var toPull: Int64 = 0
    }

    /// A point at which a session has several branches, because copies of a results file recorded
    /// different events.
    package struct Branches: Sendable {
        package var lab: String
        package var session: UUID
        /// Number, within the session, of the first event in which the branches differ.
        package var number: Int
        /// For each branch, the event with the number ``number``.
        package var choices: [Choice]
        /// The ``Choice/origin`` of the branch that an analyst chose to keep; nil if nobody has
        /// decided.
        package var decision: UUID?

        package struct Choice: Sendable {
            /// Identity of the copy of the results file that recorded the event.
            package var origin: UUID
            package var kind: String
            /// Time of the event in microseconds since 1970, UTC; nil if the time is unknown, as
            /// for imported data.
            package var wall: Int64?
            package var isRejected: Bool
        }
    }

    package var labs: [Lab] = []
    package var branches: [Branches] = []
    package var sharedCodes: [SharedCode] = []
    /// Progress of each study, keyed by study id. Studies without a planned number are left out.
    ///
    /// - `planned`: planned number of analyzed participants, from the study's lock (made by
    ///   `evalrun lock`). If there are several locks, the number is from the lock that reports use.
    /// - `begun`: number of people who have begun a session. Excludes pilot, scripted and simulated
    ///   sessions.
    package var targets: [String: (planned: Int64, begun: Int64)] = [:]
}

/// An erased session. Lists the accounts that have confirmed the erasure, and the copies of results
/// files for which the erasure is not yet confirmed. Considers only copies that may have contained
/// the session:
///
/// - the copies of the session's lab and of analysts;
/// - if the labs share the study, also the copies of all other labs.
package struct HubErasure: Sendable {
    package var study: String
    package var lab: String
    package var session: UUID
    /// The accounts that have confirmed the erasure. An account that has confirmed it for several
    /// copies of the results file occurs several times.
    package var confirmed: [String] = []
    /// The copies of results files for which the erasure has not been confirmed.
    package var missing: [Missing] = []

    package struct Missing: Sendable {
        /// The account of the lab or analyst that has the copy.
        package var member: String
        /// Date and time of the copy's last synchronization, in UTC, to the minute, from the
        /// server's clock.
        package var lastContact: String
    }
}

extension HubAddress {
    package func status() async throws(DiagnosticError) -> HubStatus {
        try await connected { connection in
            try await connection.requireHub(at: name)
            let results = try await connection.pipeline([
                .init(
                    """
                    SELECT s.study, s.lab, count(*) FROM evalrun.sessions s
                    WHERE EXISTS (SELECT 1 FROM evalrun.ranges r WHERE r.study = s.study
                        AND r.lab = s.lab AND r.session = s.session)
                    GROUP BY s.study, s.lab ORDER BY s.study, s.lab
                    """
                ),
                .init(
                    """
                    SELECT study, lab, sum(last - first + 1)::bigint FROM evalrun.ranges
                    GROUP BY study, lab
                    """
                ),
                .init(
                    """
                    WITH t AS (SELECT study, lab, sum(number)::bigint AS total FROM (
                            SELECT study, lab, max(number) AS number FROM evalrun.pushes
                            GROUP BY study, lab, copy) AS n GROUP BY study, lab)
                    SELECT c.study, c.member,
                        to_char(max(c.last_contact) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'),
                        string_agg(DISTINCT c.evalrun, ', '), sum(c.pending)::bigint,
                        max(greatest(0, coalesce((SELECT sum(t.total) FROM t
                            WHERE t.study = c.study AND (t.lab = c.member
                                OR t.study IN (SELECT study FROM evalrun.shared WHERE is_read))), 0)
                            - c.pushes))::bigint
                    FROM evalrun.copies c JOIN evalrun.members m ON m.name = c.member
                    WHERE m.kind = 'lab' GROUP BY c.study, c.member
                    """
                ),
                .init(
                    """
                    SELECT study, lab, session FROM (\(HubSchema.incidents)) AS i
                    ORDER BY study, lab, session
                    """
                ),
                .init(
                    """
                    SELECT l.study, l.target FROM evalrun.locks l
                    WHERE \(StudySync.considersLock)
                    ORDER BY l.study, l.locked_wall_us, l.hash, l.lab
                    """
                ),
                HubStatus.begun, HubStatus.sharedCodes,
            ])
            var status = try HubStatus(results)
            try await status.addBranches(of: results[3], connection)
            return status
        }
    }

    /// Returns the erased sessions, each with the confirmations of the erasure, and with the copies
    /// of results files for which a confirmation is missing.
    package func erasures() async throws(DiagnosticError) -> [HubErasure] {
        try await connected { connection in
            try await connection.requireHub(at: name)
            let rows = try await connection.query(
                """
                SELECT t.study, t.lab, t.session, c.member, f.member,
                    to_char(c.last_contact AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI')
                FROM evalrun.tombstones t
                LEFT JOIN (SELECT c.study, c.member, c.copy, c.last_contact, m.kind
                    FROM evalrun.copies c
                    JOIN evalrun.members m ON m.name = c.member) AS c
                    ON c.study = t.study AND (c.member = t.lab OR c.kind = 'analyst'
                        OR t.study IN (SELECT study FROM evalrun.shared))
                LEFT JOIN evalrun.confirmations f ON f.study = t.study AND f.lab = t.lab
                    AND f.session = t.session AND f.member = c.member AND f.copy = c.copy
                ORDER BY t.study, t.lab, t.session, c.member, c.copy
                """
            )
            var erasures: [HubErasure] = []
            for row in rows.rows {
                let session = try row.uuid(2)
                let lab = try row.text(1)
                if erasures.last?.session != session || erasures.last?.lab != lab {
                    let study = try row.text(0)
                    erasures.append(HubErasure(study: study, lab: lab, session: session))
                }
                guard let member = row.textIfAny(3) else { continue }
                let at = erasures.count - 1
                if row.textIfAny(4) != nil {
                    erasures[at].confirmed.append(member)
                } else {
                    let last = try row.text(5)
                    erasures[at].missing.append(.init(member: member, lastContact: last))
                }
            }
            return erasures
        }
    }

    /// Chooses the branch of a session to keep. The choice does not apply to branches that arrive
    /// later.
    ///
    /// - Parameter origin: identity of the copy of the results file that recorded the first event
    ///   of the branch.
    /// - Throws: `DiagnosticError` if there is no such branch, if a branch was already chosen, if
    ///   the account belongs to a lab, or if the reason is empty.
    package func decide(
        session: UUID,
        keep origin: UUID,
        reason: String
    ) async throws(DiagnosticError) {
        let place = name
        let reason = reason.trimmingCharacters(in: .whitespacesAndNewlines)
        if reason.isEmpty {
            throw DiagnosticError(
                "no-reason",
                "--reason is empty",
                fix: "give the reason of your choice: --reason WHY; the hub stores the reason",
                status: .usage
            )
        }
        try await connected { connection in
            try await connection.requireHub(at: place)
            // The hub's owner is not a member, but has the right to decide.
            let member = try await connection.texts(
                "SELECT name FROM evalrun.members WHERE name = current_user AND kind = 'lab'"
            )
            if let lab = member.first {
                throw DiagnosticError(
                    "hub-refused",
                    at: .init(file: place),
                    "\(lab) is the account of a lab; only an analyst can choose a branch",
                    fix: "use the account of an analyst: postgresql://ANALYST@HOST/DATABASE",
                    status: .noPermission
                )
            }
            let labs = try await connection.query(
                "SELECT study, lab FROM evalrun.sessions WHERE session = $1",
                [.uuid(session)]
            )
            var decided = 0
            for row in labs.rows {
                let key = PulledSession.Key(lab: try row.text(1), session: session)
                let study = try row.text(0)
                decided += try await connection.decide(key, study: study, keep: origin, reason)
            }
            if decided > 0 { return }
            throw DiagnosticError(
                "no-decision",
                at: .init(file: place),
                "no branch of session \(session.uuidString.lowercased()) can be chosen: either the "
                    + "origin given with --keep is unknown, or a branch was already chosen",
                expected: "a session and the origin of a branch, as listed by evalrun hub status",
                status: .noInput
            )
        }
    }
}

extension Connection {
    /// Stores the decision to keep a branch of one session.
    ///
    /// - Returns: number of branches that the decision rejects; 0 if no branch has the given
    ///   origin, or if a branch was already chosen.
    fileprivate func decide(
        _ key: PulledSession.Key,
        study: String,
        keep origin: UUID,
        _ reason: String
    ) async throws -> Int {
        guard let parting = try await sessions([key], study: study).first?.partings().last,
            parting.kept == nil,
            let kept = parting.left.first(where: { $0.event.origin == origin })
        else { return 0 }
        let rejected = parting.left.map(\.hash).filter { $0 != kept.hash }
        let inserted = try query(
            """
            INSERT INTO evalrun.decisions
                (study, lab, session, number, one, other, kept, reason, member)
            SELECT $1, $2, $3, $4, least($5, rejected), greatest($5, rejected), $5, $7,
                current_user::text
            FROM unnest($6::bytea[]) AS r (rejected)
            ON CONFLICT DO NOTHING
            """,
            [
                .text(study), .text(key.lab), .uuid(key.session), .integer(Int64(parting.number)),
                .bytes(kept.hash), .blobs(rejected), .text(reason),
            ]
        )
        return inserted.changes
    }
}

extension HubStatus {
    fileprivate init(_ results: [ResultRows]) throws {
        for row in results[0].rows {
            let (study, name) = (try row.text(0), try row.text(1))
            labs.append(Lab(study: study, name: name, sessions: Int(try row.integer(2))))
        }
        for row in results[1].rows {
            labs[try place(row)].events = try row.integer(2)
        }
        for row in results[2].rows {
            let place = try place(row)
            labs[place].lastContact = try row.text(2)
            labs[place].versions = try row.text(3)
            (labs[place].toPush, labs[place].toPull) = (try row.integer(4), try row.integer(5))
        }
        sharedCodes = try results[6].rows.map { row in
            SharedCode(
                study: try row.text(0),
                lab: try row.text(1),
                code: try row.text(2),
                sessions: try row.integer(3)
            )
        }
        var begun: [String: Int64] = [:]
        for row in results[5].rows { begun[try row.text(0)] = try row.integer(1) }
        // The first lock of each study is the earliest.
        var locked: Set<String> = []
        for row in results[4].rows {
            let study = try row.text(0)
            guard locked.insert(study).inserted, let planned = row.integerIfAny(1) else { continue }
            targets[study] = (planned, begun[study] ?? 0)
        }
    }

    /// Reads the sessions with several branches. If the hash chain of a session is broken, or if
    /// nobody has decided which branch to keep, counts an incident for the session's lab.
    fileprivate mutating func addBranches(
        of sessions: ResultRows,
        _ connection: Connection
    ) async throws {
        for row in sessions.rows {
            let study = try row.text(0)
            let key = PulledSession.Key(lab: try row.text(1), session: try row.uuid(2))
            for session in try await connection.sessions([key], study: study) {
                let partings = session.partings()
                if partings.last.map({ $0.kept == nil }) ?? true {
                    labs[try place(row)].incidents += 1
                }
                branches += partings.map { parting in
                    Branches(
                        lab: key.lab,
                        session: key.session,
                        number: parting.number,
                        choices: parting.choices.map(\.event).map { event in
                            .init(
                                origin: event.origin,
                                kind: event.kind,
                                wall: event.stamp?.wall,
                                isRejected: !parting.left.contains {
                                    $0.event.origin == event.origin
                                }
                            )
                        },
                        decision: parting.kept?.event.origin
                    )
                }
            }
        }
    }

    /// Returns the index in `labs` of the lab to which a row belongs. The row's first two columns
    /// are the study and the lab's name. Adds the lab to `labs` if it is missing.
    private mutating func place(_ row: ResultRow) throws -> Int {
        let (study, name) = (try row.text(0), try row.text(1))
        if let place = labs.firstIndex(where: { $0.study == study && $0.name == name }) {
            return place
        }
        labs.append(Lab(study: study, name: name))
        return labs.count - 1
    }
}
