import Foundation
import ResultsStore

extension Connection {
    /// Returns sessions of a study with all their events and decisions, in the order of `keys`.
    /// Sessions without events are omitted.
    func sessions(_ keys: [PulledSession.Key], study: String) async throws -> [PulledSession] {
        let (values, join) = PulledSession.selection(keys, study: study)
        // Each statement sees the rows that are committed when it begins. The table of sessions is
        // read last. If a session is erased between the statements, it is then omitted rather than
        // returned without its decisions or events.
        let results = try pipeline([
            .init(
                """
                SELECT t.lab, t.session, t.origin, t.number, t.version, t.kind, t.monotonic_ns,
                    t.wall_us, t.boot, t.payload, t.salt, t.hash
                FROM evalrun.events t \(join) ORDER BY t.lab, t.session, t.number, t.origin
                """,
                values
            ),
            .init(
                """
                SELECT t.lab, t.session, t.number, t.one, t.other, t.kept
                FROM evalrun.decisions t \(join)
                """,
                values
            ),
            .init(
                """
                SELECT t.lab, t.session, t.participant, t.definition
                FROM evalrun.sessions t \(join)
                """,
                values
            ),
        ])
        var sessions: [PulledSession.Key: PulledSession] = [:]
        for row in results[2].rows {
            let key = try PulledSession.Key(row)
            sessions[key] = PulledSession(
                key: key,
                participant: try row.text(2),
                definition: try row.text(3)
            )
        }
        for row in results[1].rows {
            let (one, other, kept) = (try row.data(3), try row.data(4), try row.data(5))
            try sessions[.init(row)]?.decisions.append(
                .init(
                    number: Int(try row.integer(2)),
                    rejected: kept == one ? other : one
                )
            )
        }
        for row in results[0].rows {
            let key = try PulledSession.Key(row)
            do { sessions[key]?.events.append((try ChainedEvent(row), try row.data(11))) } catch {
                sessions[key]?.malformed = Int(try row.integer(3))
            }
        }
        return keys.compactMap { sessions[$0] }
            .filter { !$0.events.isEmpty || $0.malformed != nil }
    }
}

extension PulledSession {
    /// Returns a JOIN and a WHERE clause that restrict a statement's table `t` to the sessions in
    /// `keys`. Also returns the values of the parameters $1 to $3 in this SQL.
    static func selection(_ keys: [Key], study: String) -> (values: [Value], join: String) {
        let join = """
            JOIN unnest($2::text[], $3::uuid[]) AS k (lab, session)
                ON k.lab = t.lab AND k.session = t.session
            WHERE t.study = $1
            """
        return ([.text(study), .texts(keys.map(\.lab)), .uuids(keys.map(\.session))], join)
    }
}

extension PulledSession.Key {
    /// Reads the session's key from a row whose first columns are the lab and the session's
    /// identity.
    init(_ row: ResultRow) throws { self.init(lab: try row.text(0), session: try row.uuid(1)) }
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
