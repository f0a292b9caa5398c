import Diagnostics
import Foundation
import ResultsStore

/// The result of a pull.
struct PullResult: Sendable {
    var merged = MergeResult()
    var incidents: [Diagnostic] = []
    /// Number of stored events that a newer evalrun recorded and this version cannot interpret.
    var unknown = 0
    /// Sessions that were not pulled.
    var left: [PostponedSession] = []

    mutating func leaveOut(_ key: PulledSession.Key, _ incident: Diagnostic) {
        incidents.append(incident)
        left.append(.init(lab: key.lab, session: key.session, reason: incident.id))
    }

    /// Adds the result of a merge, and the sessions that the merge left out.
    mutating func add(_ merged: MergeResult) {
        self.merged.add(merged)
        for left in merged.leftOut {
            leaveOut(.init(lab: left.lab, session: left.session), left.reason)
        }
    }
}

/// Pulls the rows that the account can see.
extension StudySync {
    /// Number of sessions that are read at once.
    private static let batchSize = 100

    /// Pulls sessions in new pushes, sessions that an earlier pull left out, and sessions whose
    /// local branch an analyst rejected. A push is recorded as pulled only after each of its
    /// sessions is stored or recorded as left out.
    func pull(_ pushes: NewPushes, merge: MergePulled) async throws -> PullResult {
        var result = PullResult()
        var keys = try await touched(by: pushes)
        var known = Set(keys)
        let others =
            try store.postponed(hub: member.hub, study: study).map {
                PulledSession.Key(lab: $0.lab, session: $0.session)
            } + (try await rejected())
        keys += others.filter { known.insert($0).inserted }
        try await pullFacts(merge, &result)
        for start in stride(from: 0, to: keys.count, by: Self.batchSize) {
            let batch = Array(keys[start..<min(start + Self.batchSize, keys.count)])
            // Skip sessions that an earlier, interrupted pull has already read completely.
            try await pull(unknown(among: batch), merge: merge, &result)
        }
        try await store.keep(
            postponed: result.left.sorted {
                ($0.lab, $0.session.uuidString) < ($1.lab, $1.session.uuidString)
            },
            hub: member.hub,
            study: study
        )
        try await store.keep(pushes.positions, hub: member.hub, study: study)
        return result
    }

    /// Returns the sessions that are incomplete in the local results file. A session is incomplete
    /// if the file lacks the last event that some copy of the results file has pushed. It is also
    /// incomplete if the file does not state the session's lab, as after a merge of a file without
    /// a lab.
    private func unknown(among keys: [PulledSession.Key]) async throws -> [PulledSession.Key] {
        let (values, join) = PulledSession.selection(keys, study: study)
        let rows = try await connection.query(
            """
            SELECT r.lab, r.session, r.last, e.hash FROM (
                SELECT t.study, t.lab, t.session, t.origin, max(t.last) AS last
                FROM evalrun.ranges t \(join)
                GROUP BY t.study, t.lab, t.session, t.origin) AS r
            LEFT JOIN evalrun.events e ON e.study = r.study AND e.lab = r.lab
                AND e.session = r.session AND e.origin = r.origin AND e.number = r.last
            """,
            values
        )
        var unknown: Set<PulledSession.Key> = []
        for row in rows.rows {
            let key = try PulledSession.Key(row)
            let own = try hash(key, number: row.integer(2))
            if own == nil || own != row.dataIfAny(3) { unknown.insert(key) }
            if try store.lacksLab(of: key.session) { unknown.insert(key) }
        }
        return keys.filter { unknown.contains($0) }
    }

    /// Returns the sessions whose branch in the local results file was rejected by an analyst.
    private func rejected() async throws -> [PulledSession.Key] {
        let rows = try await connection.query(
            """
            SELECT d.lab, d.session, d.number, CASE WHEN d.kept = d.one THEN d.other ELSE d.one END
            FROM evalrun.decisions d WHERE d.study = $1 ORDER BY d.lab, d.session, d.number
            """,
            [.text(study)]
        )
        var keys: [PulledSession.Key] = []
        for row in rows.rows {
            let key = try PulledSession.Key(row)
            let rejected = try row.data(3)
            let own = try hash(key, number: row.integer(2))
            if own == rejected, keys.last != key { keys.append(key) }
        }
        return keys
    }

    private func hash(_ key: PulledSession.Key, number: Int64) throws -> Data? {
        try store.hash(session: key.session, lab: key.lab, number: Int(number))
    }

    /// Returns the sessions that several labs have pushed under one identity. It is unknown which
    /// of the labs recorded such a session. Considers only sessions that the local results file
    /// lacks, or contains without a lab.
    private func ofSeveralLabs(_ keys: [PulledSession.Key]) async throws -> Set<PulledSession.Key> {
        let new = try keys.filter {
            try hash($0, number: 1) == nil || store.lacksLab(of: $0.session)
        }
        if new.isEmpty { return [] }
        let rows = try await connection.query(
            """
            SELECT session FROM evalrun.sessions WHERE study = $1 AND session = ANY ($2)
            GROUP BY session HAVING count(DISTINCT lab) > 1
            """,
            [.text(study), .uuids(new.map(\.session))]
        )
        let several = Set(try rows.rows.map { try $0.uuid(0) })
        return Set(new.filter { several.contains($0.session) })
    }

    /// Returns the sessions in new pushes, sorted by lab. The sessions of one lab have the same
    /// order as in the file from which they were pushed. Pulling therefore adds sessions in the
    /// same order as merging the labs' files.
    private func touched(by pushes: NewPushes) async throws -> [PulledSession.Key] {
        // `sources` can include this file copy: if the file was restored from a backup, it lacks
        // the events that were recorded after the backup.
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

    private func pull(
        _ keys: [PulledSession.Key],
        merge: MergePulled,
        _ result: inout PullResult
    ) async throws {
        if keys.isEmpty { return }
        // Read events before snapshot files. Files are never pushed later than the events that
        // refer to them, so no file can be missing.
        let sessions = try await connection.sessions(keys, study: study)
        var (contents, missing, malformed) = try await snapshots(of: keys)
        if keys.count > 1, missing.reduce(0, { $0 + $1.size }) > sizes.pull {
            let half = keys.count / 2
            try await pull(Array(keys[..<half]), merge: merge, &result)
            return try await pull(Array(keys[half...]), merge: merge, &result)
        }
        try await read(missing, into: &contents)
        let definitions = try await pullDefinitions()
        let doubtful = try await ofSeveralLabs(keys)
        var logs: [MergeInput.Log] = []
        for session in sessions {
            let key = session.key
            func leave(_ incident: Incident) {
                result.leaveOut(key, incident.diagnostic(hub: place))
            }
            if doubtful.contains(key) {
                leave(.severalLabs(key.session))
            } else if !definitions.contains(session.definition) {
                leave(.definition(key.session))
            } else if malformed.contains(key) || contents[key]?.isIntact == false {
                leave(.contents(key.session))
            } else {
                switch session.branch() {
                case .branches(let number, let count):
                    let name = "\(key.lab)/\(session.participant)"
                    leave(.branches(name, key.session, at: number, count: count))
                case .broken(let number): leave(.broken(key.session, at: number))
                case .whole(let events):
                    guard let log = try? log(session, events, id: Int64(logs.count + 1)) else {
                        leave(.malformed(key.session))
                        continue
                    }
                    if let problem = problem(with: log) {
                        leave(.refused(key.session, problem))
                        continue
                    }
                    result.unknown += log.events.count { $0.event.kind == .unknown }
                    logs.append(log)
                }
            }
        }
        try await take(logs, contents, merge: merge, &result)
        try await take(sessions.compactMap(\.withdrawal), merge: merge, &result)
    }

    /// Records withdrawals of consent in sessions of the local results file, even in sessions that
    /// this pull left out.
    private func take(
        _ withdrawals: [MergeInput.Withdrawal],
        merge: MergePulled,
        _ result: inout PullResult
    ) async throws {
        if withdrawals.isEmpty { return }
        var input = MergeInput(file: place)
        input.withdrawals = withdrawals
        result.add(try await merge(store, input))
    }

    private func take(
        _ logs: [MergeInput.Log],
        _ contents: [PulledSession.Key: PulledContents],
        merge: MergePulled,
        _ result: inout PullResult
    ) async throws {
        if logs.isEmpty { return }
        let byID = Dictionary(uniqueKeysWithValues: logs.map { ($0.session, $0) })
        let input = MergeInput(
            file: place,
            logs: logs,
            contents: { ids in
                var rows = MergeContents()
                for id in ids {
                    guard let log = byID[id] else { continue }
                    contents[.init(lab: log.lab, session: log.uuid)]?.add(to: &rows)
                }
                return rows
            }
        )
        do throws(DiagnosticError) { result.add(try await merge(store, input)) } catch {
            let ids = error.diagnostics.map(\.id)
            guard ids == ["results-refused"] || ids == ["results-corrupt"] else { throw error }
            // If only one session is left, it contains the rows that cannot be stored.
            if logs.count == 1 {
                let (lab, session) = (logs[0].lab, logs[0].uuid)
                let incident = Incident.refused(session, error.diagnostics.first?.problem ?? "")
                let key = PulledSession.Key(lab: lab, session: session)
                return result.leaveOut(key, incident.diagnostic(hub: place))
            }
            let half = logs.count / 2
            try await take(Array(logs[..<half]), contents, merge: merge, &result)
            try await take(Array(logs[half...]), contents, merge: merge, &result)
        }
    }

    /// Returns a description of the first invalid content of `log`, such as an invalid participant
    /// code. Returns nil if all content is valid. Invalid content can have valid hashes. evalrun
    /// never records invalid content, and could not read a results file that contains it.
    private func problem(with log: MergeInput.Log) -> String? {
        if ParticipantCode.problem(with: log.participant) != nil {
            return "the participant's code is invalid"
        }
        let record = SessionRecord(
            log.events.map { stored, event in
                RecordedEvent(
                    id: 0,
                    number: stored.number,
                    stamp: stored.stamp ?? .unknown,
                    event: event
                )
            }
        )
        return record.durations.allSatisfy(Nanoseconds.isPlausible)
            ? nil : "a recorded duration is longer than 104 days"
    }

    private func log(
        _ session: PulledSession,
        _ events: [ChainedEvent],
        id: Int64
    ) throws -> MergeInput.Log {
        var log = MergeInput.Log(
            session: id,
            uuid: session.key.session,
            participant: session.participant,
            study: study,
            lab: session.key.lab,
            chain: try events.map { ($0, try $0.decoded()) }
        )
        log.rejected = Set(session.decisions.map(\.rejected))
        log.known = Set(session.events.map(\.hash))
        return log
    }
}

extension MergeResult {
    mutating func add(_ other: MergeResult) {
        added += other.added
        sharingErasedCode.formUnion(other.sharingErasedCode)
        continued += other.continued
        known += other.known
        erased += other.erased
        refused += other.refused
        isReplaced = isReplaced || other.isReplaced
        locks += other.locks
        declined.merge(other.declined, uniquingKeysWith: +)
    }
}
