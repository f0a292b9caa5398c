import Diagnostics
import Foundation
import ResultsStore

/// The result of a push.
struct PushResult: Sendable {
    var sessions = 0
    var events = 0
    var incidents: [Diagnostic] = []
    /// The last push, if the results file has not recorded it (``StudySync/leavesPositions``).
    var unrecorded: HubPosition?
}

/// Pushing of events that the hub does not have.
extension StudySync {
    /// Pushes the lab's events. The results file marks events as acknowledged only after the hub
    /// has committed them.
    ///
    /// - Parameter pushes: the result of ``newPushes(hub:)``. If the hub has lost pushes that it
    ///   had acknowledged, all sessions are compared again.
    func push(hub: UUID, _ pushes: NewPushes) async throws -> PushResult {
        let newest = try store.lastEvent()
        // If the hub has lost pushes, reset the last acknowledged event before the first batch is
        // pushed. Pushing the batch overwrites the evidence of the loss. After an interruption, the
        // next synchronization would not know that it must push the lost events.
        if !pushes.isOwnKnown { try await store.keepLastPushed(0, hub: hub, study: study) }
        let acknowledged = try store.lastPushed(hub: hub, study: study)
        var result = PushResult()
        if newest > acknowledged {
            let sessions = try store.sessionsToPush(
                study: study,
                lab: member.name,
                after: acknowledged
            )
            result.incidents += try await renamed(among: sessions)
            try await pushDefinitions(Set(sessions.map(\.definition)))
            try await push(batches(sessions), hub: hub, &result)
        }
        if newest != acknowledged, !leavesPositions || pullsNext {
            try await store.keepLastPushed(newest, hub: hub, study: study)
        }
        return result
    }

    /// Returns an incident for each session whose participant has another code at the hub.
    private func renamed(among sessions: [SessionToPush]) async throws -> [Diagnostic] {
        let rows = try await connection.query(
            """
            SELECT session, participant FROM evalrun.sessions
            WHERE study = $1 AND lab = $2 AND session = ANY ($3) ORDER BY session
            """,
            [.text(study), .text(member.name), .uuids(sessions.map(\.uuid))]
        )
        let codes = Dictionary(uniqueKeysWithValues: sessions.map { ($0.uuid, $0.participant) })
        return try rows.rows.compactMap { row in
            let (session, codeAtHub) = (try row.uuid(0), try row.text(1))
            guard let code = codes[session], code != codeAtHub else { return nil }
            let incident = Incident.renamedHere(code, session, codeAtHub: codeAtHub)
            return incident.diagnostic(hub: place)
        }
    }

    private func batches(_ sessions: [SessionToPush]) -> [[SessionToPush]] {
        var batches: [[SessionToPush]] = []
        var events = 0
        for session in sessions {
            if batches.isEmpty || events + session.events > sizes.events {
                batches.append([])
                events = 0
            }
            batches[batches.count - 1].append(session)
            events += session.events
        }
        return batches
    }

    /// Pushes the batches. While the hub stores one batch, the next one is read and encoded.
    private func push(
        _ batches: [[SessionToPush]],
        hub: UUID,
        _ result: inout PushResult
    ) async throws {
        var next: PreparedPush?
        for (index, sessions) in batches.enumerated() {
            var current = next
            if current == nil { current = try await read(compare(sessions, &result)) }
            guard let prepared = current else { continue }
            if index + 1 < batches.count {
                let compared = try await compare(batches[index + 1], &result)
                async let following = read(compared)
                try await push(prepared, hub: hub, &result)
                next = try await following
            } else {
                try await push(prepared, hub: hub, &result)
            }
        }
    }

    /// Pushes one batch. If another machine has pushed some of the same events meanwhile, compares
    /// the batch with the hub again and pushes the rest.
    private func push(_ push: PreparedPush, hub: UUID, _ result: inout PushResult) async throws {
        var push = push
        var isContinued = false
        var attempt = 0
        while true {
            attempt += 1
            if push.events == 0 { return }
            do {
                if let position = try await commit(push) {
                    if leavesPositions {
                        result.unrecorded = position
                    } else {
                        try await store.keep([position], hub: hub, study: study)
                    }
                    result.events += push.events
                    if !isContinued { result.sessions += push.sessions.count }
                    if !push.isPart { return }
                    (attempt, isContinued) = (0, true)
                    push = try await read(compare(push.sessions, &result))
                    continue
                }
                guard attempt < 10 else {
                    throw PostgresError(state: "40001", message: "the hub is busy")
                }
            } catch let error as PostgresError where attempt < 10 {
                // The hub refuses rows of a session that was erased meanwhile.
                guard error.isRetryable || error.state == "42501" else { throw error }
                let erased = try await erased(among: push.sessions)
                if error.state == "42501", erased.isEmpty { throw error }
                push.sessions.removeAll { erased.contains($0.uuid) }
            }
            push = try await read(compare(push.sessions, &result))
        }
    }

    /// Sessions, with the data that the hub already has: the number of the last event for each
    /// session and origin, the snapshots, and the file contents.
    struct Compared: Sendable {
        var sessions: [SessionToPush]
        var heads: [UUID: [UUID: Int]]
        var known: KnownContents
    }

    private func compare(
        _ sessions: [SessionToPush],
        _ result: inout PushResult
    ) async throws -> Compared {
        let heads = try await heads(of: sessions, &result)
        var known = try await knownContents(of: sessions)
        try await pushFiles(of: sessions, &known)
        return Compared(sessions: sessions, heads: heads, known: known)
    }

    /// A push with its encoded statements.
    struct PreparedPush: Sendable {
        var sessions: [SessionToPush]
        let id: UUID
        let events: Int
        /// Whether some events of the sessions remain for a later push.
        let isPart: Bool
        let statements: [Connection.Statement]
    }

    private func read(_ compared: Compared) async throws -> PreparedPush {
        let rows = try rows(of: compared.sessions, beyond: compared.heads, without: compared.known)
        let id = UUID()
        return PreparedPush(
            sessions: rows.sessions,
            id: id,
            events: rows.events.count,
            isPart: rows.isPart,
            statements: rows.statements(study: study, lab: member.name, copy: copy, push: id)
        )
    }

    private func erased(among sessions: [SessionToPush]) async throws -> Set<UUID> {
        let who: [Value] = [.text(study), .text(member.name)]
        let results = try await connection.pipeline([PushRows.erased(who, among: sessions)])
        return Set(try results[0].rows.map { try $0.uuid(0) })
    }

    /// Inserts the rows in one transaction. Commits only if the hub had none of the events, and
    /// none of the sessions was erased.
    ///
    /// - Returns: the position of the push: its lab, its copy of the results file, its number and
    ///   its id. Nil if nothing was committed.
    private func commit(_ push: PreparedPush) async throws -> HubPosition? {
        var position: HubPosition?
        let isCommitted = try await transaction(push.statements) { results in
            let inserted = results[PushRows.eventsAt].changes
            let isErased = results[PushRows.tombstonesAt].count > 0
            guard inserted == push.events, !isErased,
                let number = results[PushRows.pushAt].rows.first
            else { return false }
            position = HubPosition(
                lab: member.name,
                copy: copy,
                push: try number.integer(0),
                id: push.id
            )
            return true
        }
        return isCommitted ? position : nil
    }

    /// Returns the sequence number of the last event at the hub, for each session and origin.
    ///
    /// A local event and an event at the hub may have the same origin and number, but differ. In
    /// that case, two copies of the results file have diverged. From the first difference on, the
    /// local events get a new origin, and both branches are kept.
    private func heads(
        of sessions: [SessionToPush],
        _ result: inout PushResult
    ) async throws -> [UUID: [UUID: Int]] {
        let origins = try store.origins(of: sessions.map(\.id))
        let byID = Dictionary(uniqueKeysWithValues: sessions.map { ($0.id, $0) })
        let rows = try await connection.query(
            """
            SELECT n.session, n.origin, n.last, n.number, e.hash FROM (
                SELECT h.session, h.origin, h.last,
                    CASE WHEN h.last < l.last THEN h.last ELSE l.last END AS number
                FROM (SELECT session, origin, max(last) AS last FROM evalrun.ranges
                    WHERE study = $1 AND lab = $2 AND session = ANY ($3)
                    GROUP BY session, origin) AS h
                LEFT JOIN unnest($4::uuid[], $5::uuid[], $6::bigint[]) AS l (session, origin, last)
                    ON l.session = h.session AND l.origin = h.origin) AS n
            LEFT JOIN evalrun.events e ON e.study = $1 AND e.lab = $2 AND e.session = n.session
                AND e.origin = n.origin AND e.number = n.number
            """,
            [
                .text(study), .text(member.name), .uuids(sessions.map(\.uuid)),
                .uuids(origins.map { byID[$0.session]?.uuid ?? $0.origin }),
                .uuids(origins.map(\.origin)), .integers(origins.map { Int64($0.last) }),
            ]
        )
        let byUUID = Dictionary(uniqueKeysWithValues: sessions.map { ($0.uuid, $0) })
        var heads: [UUID: [UUID: Int]] = [:]
        for row in rows.rows {
            let (session, origin) = (try row.uuid(0), try row.uuid(1))
            heads[session, default: [:]][origin] = Int(try row.integer(2))
            guard let local = byUUID[session], let number = row.integerIfAny(3) else { continue }
            let own = try store.hash(session: local.id, number: Int(number))
            if own == row.dataIfAny(4) { continue }
            if try await separate(local, &result) {
                return try await self.heads(of: sessions, &result)
            }
        }
        return heads
    }

    /// Finds the session's first local event that differs from all events with the same number at
    /// the hub. Gives this event and all later local events of the session a new origin.
    ///
    /// - Returns: false if no event differs.
    private func separate(
        _ session: SessionToPush,
        _ result: inout PushResult
    ) async throws -> Bool {
        let rows = try await connection.query(
            """
            SELECT number, hash FROM evalrun.events
            WHERE study = $1 AND lab = $2 AND session = $3 ORDER BY number
            """,
            [.text(study), .text(member.name), .uuid(session.uuid)]
        )
        var hashes: [Int: Set<Data>] = [:]
        for row in rows.rows {
            hashes[Int(try row.integer(0)), default: []].insert(try row.data(1))
        }
        for (number, known) in hashes.sorted(by: { $0.key < $1.key }) {
            guard let own = try store.hash(session: session.id, number: number),
                !known.contains(own)
            else { continue }
            try await store.separate(session: session.id, from: number)
            // The hub may also have branches that began at an earlier event.
            let incident = Incident.branches(session.participant, session.uuid, at: number)
            result.incidents.append(incident.diagnostic(hub: place))
            return true
        }
        return false
    }
}
