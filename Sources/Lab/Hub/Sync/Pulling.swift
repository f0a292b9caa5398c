import ContentHash
import Diagnostics
import Foundation
import ResultsStore

/// Counts of a pull.
struct PullResult: Sendable {
    var merged = MergeResult()
    var incidents: [Diagnostic] = []
    /// Events of a newer evalrun that were stored and are not understood here.
    var unknown = 0
}

/// Reading the rows that the account may see.
extension StudySync {
    private static let batchSize = 100

    /// Pulls the sessions that new pushes touch or an analyst has decided on. Positions are kept once
    /// their sessions are in the file. A session that was left out is asked for again when something
    /// about it is new; until then it is named.
    ///
    /// - Parameter isErased: whether sessions were erased by this synchronisation, so that one that
    ///   was left out may have a place now.
    func pull(
        _ pushes: NewPushes,
        isErased: Bool,
        merge: MergePulled
    ) async throws -> PullResult {
        var result = PullResult()
        let postponed = try store.postponed(hub: member.hub, study: study)
        var keys = try await touched(by: pushes)
        var known = Set(keys)
        for key in try await decided() where known.insert(key).inserted { keys.append(key) }
        var left: [PostponedSession] = []
        for session in postponed {
            let key = PulledSession.Key(lab: session.lab, session: session.session)
            if known.contains(key) { continue }
            if isErased {
                keys.append(key)
            } else {
                left.append(session)
                result.incidents.append(
                    Incident.leftOut(session.session, session.reason, hub: place)
                )
            }
        }
        try await pullFacts(merge)
        for start in stride(from: 0, to: keys.count, by: Self.batchSize) {
            let batch = Array(keys[start..<min(start + Self.batchSize, keys.count)])
            left += try await pull(batch, merge: merge, &result)
        }
        try await store.keep(
            postponed: left.sorted {
                ($0.lab, $0.session.uuidString) < ($1.lab, $1.session.uuidString)
            },
            hub: member.hub,
            study: study
        )
        try await store.keep(pushes.positions, hub: member.hub, study: study)
        return result
    }

    /// Sessions of which an analyst chose a branch that this file does not have.
    private func decided() async throws -> [PulledSession.Key] {
        let rows = try await connection.query(
            """
            SELECT d.lab, d.session, e.number, e.hash FROM evalrun.decisions d
            JOIN evalrun.events e ON e.study = d.study AND e.lab = d.lab
                AND e.session = d.session AND e.origin = d.origin
            WHERE d.study = $1 AND e.number = (SELECT max(r.last) FROM evalrun.ranges r
                WHERE r.study = d.study AND r.lab = d.lab AND r.session = d.session
                    AND r.origin = d.origin)
            ORDER BY d.lab, d.session
            """,
            [.text(study)]
        )
        return try rows.rows.compactMap { row in
            let (session, number) = (try row.uuid(1), Int(try row.integer(2)))
            let own = try store.hash(session: session, number: number)
            return own == (try row.data(3)) ? nil : .init(lab: try row.text(0), session: session)
        }
    }

    /// Sessions in the order of their files, so that a pulled file is in the order of a merge.
    private func touched(by pushes: NewPushes) async throws -> [PulledSession.Key] {
        // Also of this copy: a file that was restored in place does not have its own later events.
        let sources = pushes.known
        if sources.isEmpty { return [] }
        let rows = try await connection.query(
            """
            SELECT s.lab, s.session FROM evalrun.sessions s
            WHERE s.study = $1 AND (s.lab, s.session) IN (
                SELECT r.lab, r.session FROM evalrun.ranges r
                JOIN unnest($2::text[], $3::uuid[], $4::bigint[]) AS n (lab, copy, known)
                    ON r.lab = n.lab AND r.copy = n.copy AND r.push > n.known
                WHERE r.study = $1)
            ORDER BY s.lab, s.place, s.session
            """,
            [
                .text(study), .texts(sources.map(\.key.lab)), .uuids(sources.map(\.key.copy)),
                .integers(sources.map(\.value)),
            ]
        )
        return try rows.rows.map { .init(lab: try $0.text(0), session: try $0.uuid(1)) }
    }

    /// - Returns: sessions that were left out.
    private func pull(
        _ keys: [PulledSession.Key],
        merge: MergePulled,
        _ result: inout PullResult
    ) async throws -> [PostponedSession] {
        var left: [PostponedSession] = []
        var logs: [MergeInput.Log] = []
        func leaveOut(_ key: PulledSession.Key, _ incident: Diagnostic) {
            result.incidents.append(incident)
            left.append(.init(lab: key.lab, session: key.session, reason: incident.problem))
        }
        // Events before files: a file is pushed before an event that names it, or with it.
        let sessions = try await sessions(keys)
        let contents = try await contents(of: keys)
        try await pullDefinitions()
        for session in sessions {
            let id = Int64(logs.count + 1)
            if contents[session.key]?.isIntact == false {
                leaveOut(session.key, Incident.contents(session.key.session, hub: place))
                continue
            }
            switch session.branch() {
            case .branches(let number):
                leaveOut(
                    session.key,
                    Incident.branches(
                        "\(session.key.lab)/\(session.participant)",
                        session.key.session,
                        at: number,
                        hub: place
                    )
                )
            case .broken(let number):
                leaveOut(
                    session.key,
                    Incident.broken(session.key.session, at: number, hub: place)
                )
            case .whole(let events):
                var log = try log(session, events, id: id)
                log.isDecided = session.decision != nil
                result.unknown += log.events.count { $0.event.kind == .unknown }
                logs.append(log)
            }
        }
        let byID = Dictionary(uniqueKeysWithValues: logs.map { ($0.session, $0) })
        let input = MergeInput(
            file: place,
            logs: logs,
            tombstones: [],
            declined: [:],
            contents: { ids in
                var rows = MergeContents()
                for id in ids {
                    guard let log = byID[id] else { continue }
                    contents[.init(lab: log.lab, session: log.uuid)]?.add(to: &rows)
                }
                return rows
            }
        )
        let merged = try await merge(store, input)
        result.merged.add(merged)
        for (uuid, reason) in zip(merged.leftOut, merged.conflicts) {
            guard let log = logs.first(where: { $0.uuid == uuid }) else { continue }
            leaveOut(.init(lab: log.lab, session: uuid), reason)
        }
        return left
    }

    private func log(
        _ session: PulledSession,
        _ events: [ChainedEvent],
        id: Int64
    ) throws -> MergeInput.Log {
        MergeInput.Log(
            session: id,
            uuid: session.key.session,
            participant: session.participant,
            study: study,
            lab: session.key.lab,
            chain: try events.map { ($0, try $0.decoded()) }
        )
    }

    private func sessions(_ keys: [PulledSession.Key]) async throws -> [PulledSession] {
        let (keyValues, join) = selection(keys)
        // In this order: a session that is erased in between has no events.
        let results = try await connection.pipeline([
            .init(
                """
                SELECT t.lab, t.session, t.origin, t.number, t.version, t.kind, t.monotonic_ns,
                    t.wall_us, t.boot, t.payload, t.salt, t.hash
                FROM evalrun.events t \(join) ORDER BY t.lab, t.session, t.number, t.origin
                """,
                keyValues
            ),
            .init(
                """
                SELECT t.lab, t.session, t.participant, t.definition, t.place
                FROM evalrun.sessions t \(join)
                """,
                keyValues
            ),
            .init("SELECT t.lab, t.session, t.origin FROM evalrun.decisions t \(join)", keyValues),
        ])
        var sessions: [PulledSession.Key: PulledSession] = [:]
        for row in results[1].rows {
            let key = PulledSession.Key(lab: try row.text(0), session: try row.uuid(1))
            sessions[key] = PulledSession(
                key: key,
                participant: try row.text(2),
                definition: try row.text(3),
                place: try row.integer(4)
            )
        }
        for row in results[2].rows {
            let key = PulledSession.Key(lab: try row.text(0), session: try row.uuid(1))
            sessions[key]?.decision = try row.uuid(2)
        }
        for row in results[0].rows {
            let key = PulledSession.Key(lab: try row.text(0), session: try row.uuid(1))
            sessions[key]?.events.append((try ChainedEvent(row), try row.data(11)))
        }
        return keys.compactMap { sessions[$0] }.filter { !$0.events.isEmpty }
    }
}

extension ChainedEvent {
    fileprivate init(_ row: ResultRow) throws {
        var stamp: Stamp?
        if let monotonic = row.integerIfAny(6) {
            stamp = Stamp(monotonic: monotonic, wall: try row.integer(7), boot: try row.text(8))
        }
        self.init(
            number: Int(try row.integer(3)),
            version: Int(try row.integer(4)),
            kind: try row.text(5),
            stamp: stamp,
            payload: try row.text(9),
            origin: try row.uuid(2),
            salt: try row.data(10)
        )
    }
}

extension MergeResult {
    mutating func add(_ other: MergeResult) {
        added += other.added
        continued += other.continued
        known += other.known
        erased += other.erased
        refused += other.refused
        locks += other.locks
        declined.merge(other.declined, uniquingKeysWith: +)
    }
}
