import Foundation
import ResultsStore

/// The rows that one push inserts into the hub's tables.
struct PushRows: Sendable {
    struct Event: Sendable {
        var session: UUID
        var event: ChainedEvent
        var hash: Data
    }

    struct Range: Sendable {
        var session: UUID
        var origin: UUID
        var first: Int
        var last: Int
    }

    struct Named: Sendable {
        var session: UUID
        var hash: String
        var manifest: String
    }

    struct Content: Sendable {
        var session: UUID
        var hash: String
        var bytes: Data
    }

    var sessions: [SessionToPush] = []
    /// Hash of the study's lock, which `evalrun lock` made; nil if the study is not locked when the
    /// push is made.
    var lock: String?
    var events: [Event] = []
    var ranges: [Range] = []
    var snapshots: [Named] = []
    var contents: [Content] = []
    /// Whether some events of the sessions remain for a later push.
    var isPart = false

    // Indices of three statements in the array that `statements` returns, and of their results.
    static let pushAt = 0
    static let eventsAt = 2
    static let tombstonesAt = 6

    /// Returns the statements that insert the rows.
    ///
    /// - Parameter push: identity of the push.
    func statements(study: String, lab: String, copy: UUID, push: UUID) -> [Connection.Statement] {
        let who: [Value] = [.text(study), .text(lab)]
        return [
            .init(
                """
                INSERT INTO evalrun.pushes (study, lab, copy, number, id)
                SELECT $1, $2, $3, coalesce(max(number), 0) + 1, $4 FROM evalrun.pushes
                    WHERE study = $1 AND lab = $2 AND copy = $3
                RETURNING number
                """,
                who + [.uuid(copy), .uuid(push)]
            ),
            sessionsStatement(who),
            .init(
                """
                INSERT INTO evalrun.events (study, lab, session, origin, number, version, kind,
                    monotonic_ns, wall_us, boot, payload, salt, hash)
                SELECT $1, $2, * FROM unnest($3::uuid[], $4::uuid[], $5::bigint[], $6::bigint[],
                    $7::text[], $8::bigint[], $9::bigint[], $10::text[], $11::text[], $12::bytea[],
                    $13::bytea[])
                ON CONFLICT DO NOTHING
                """,
                who + [
                    .uuids(events.map(\.session)), .uuids(events.map(\.event.origin)),
                    .integers(events.map { Int64($0.event.number) }),
                    .integers(events.map { Int64($0.event.version) }),
                    .texts(events.map(\.event.kind)),
                    .integers(events.map { $0.event.stamp?.monotonic }),
                    .integers(events.map { $0.event.stamp?.wall }),
                    .texts(events.map { $0.event.stamp?.boot }),
                    .texts(events.map(\.event.payload)), .blobs(events.map(\.event.salt)),
                    .blobs(events.map(\.hash)),
                ]
            ),
            .init(
                """
                INSERT INTO evalrun.snapshots (study, lab, session, hash, manifest)
                SELECT $1, $2, * FROM unnest($3::uuid[], $4::text[], $5::text[])
                ON CONFLICT DO NOTHING
                """,
                who + [
                    .uuids(snapshots.map(\.session)), .texts(snapshots.map(\.hash)),
                    .texts(snapshots.map(\.manifest)),
                ]
            ),
            contentsStatement(who),
            .init(
                """
                INSERT INTO evalrun.ranges (study, lab, copy, push, session, origin, first, last)
                SELECT $1, $2, $3, (SELECT number FROM evalrun.pushes
                        WHERE study = $1 AND lab = $2 AND copy = $3 AND id = $4), *
                    FROM unnest($5::uuid[], $6::uuid[], $7::bigint[], $8::bigint[])
                """,
                who + [
                    .uuid(copy), .uuid(push), .uuids(ranges.map(\.session)),
                    .uuids(ranges.map(\.origin)), .integers(ranges.map { Int64($0.first) }),
                    .integers(ranges.map { Int64($0.last) }),
                ]
            ),
            // Finds erasures that were committed after the sessions were inserted.
            Self.erased(who, among: sessions),
        ]
    }

    /// Returns a statement that selects the erased sessions among `sessions`.
    ///
    /// - Parameter who: the study and the lab.
    static func erased(_ who: [Value], among sessions: [SessionToPush]) -> Connection.Statement {
        .init(
            """
            SELECT session FROM evalrun.tombstones
            WHERE study = $1 AND lab = $2 AND session = ANY ($3)
            """,
            who + [.uuids(sessions.map(\.uuid))]
        )
    }

    /// Returns statements that send files, but no events. The events are pushed afterwards.
    func statementsOfFiles(study: String, lab: String) -> [Connection.Statement] {
        let who: [Value] = [.text(study), .text(lab)]
        return [sessionsStatement(who), contentsStatement(who)]
    }

    private func sessionsStatement(_ who: [Value]) -> Connection.Statement {
        .init(
            """
            INSERT INTO evalrun.sessions
                (study, lab, session, participant, definition, place, lock_hash)
            SELECT $1, $2, session, participant, definition, place, $7
                FROM unnest($3::uuid[], $4::text[], $5::text[], $6::bigint[])
                    AS s (session, participant, definition, place)
                ORDER BY session
            ON CONFLICT DO NOTHING
            """,
            who + [
                .uuids(sessions.map(\.uuid)), .texts(sessions.map(\.participant)),
                .texts(sessions.map(\.definition)), .integers(sessions.map(\.id)),
                lock.map { .text($0) } ?? .null(.text),
            ]
        )
    }

    private func contentsStatement(_ who: [Value]) -> Connection.Statement {
        .init(
            """
            INSERT INTO evalrun.contents (study, lab, session, hash, bytes)
            SELECT $1, $2, * FROM unnest($3::uuid[], $4::text[], $5::bytea[])
            ON CONFLICT DO NOTHING
            """,
            who + [
                .uuids(contents.map(\.session)), .texts(contents.map(\.hash)),
                .blobs(contents.map(\.bytes)),
            ]
        )
    }
}

/// The list of a snapshot's files and omitted files, without their bytes. It is stored as JSON.
struct Manifest: Codable, Hashable, Sendable {
    var files: [Snapshot.File]
    var omissions: [Snapshot.Omission]

    /// Returns whether `hash` can be the hash of a snapshot with these files and omissions.
    func canHave(_ hash: String) -> Bool {
        Snapshot(hash: hash, files: files, omissions: omissions).isPlausible
    }
}

extension StudySync {
    /// Returns the rows to push: the events that the hub lacks. For sessions with such events, also
    /// returns the snapshots and file contents that the hub lacks.
    ///
    /// - Parameters:
    ///   - heads: sequence number of the last event at the hub, keyed by session and then by
    ///     origin.
    ///   - known: the sessions' snapshots and file contents that are already at the hub.
    func rows(
        of sessions: [SessionToPush],
        beyond heads: [UUID: [UUID: Int]],
        without known: KnownContents
    ) throws -> PushRows {
        var rows = PushRows()
        rows.lock = try store.lock(study: study)?.hash
        for session in sessions {
            let last = heads[session.uuid] ?? [:]
            let events = try store.chainedEvents(session: session.id, after: 0)
                .filter { $0.event.number > last[$0.event.origin] ?? 0 }
            if events.isEmpty { continue }
            rows.sessions.append(session)
            var ranges: [PushRows.Range] = []
            for (event, hash) in events {
                if ranges.last?.origin == event.origin {
                    ranges[ranges.count - 1].last = event.number
                } else if ranges.contains(where: { $0.origin == event.origin }) {
                    // A push can contain only one range of event numbers per session and origin.
                    // The remaining events need another push.
                    rows.isPart = true
                    break
                } else {
                    let (origin, at) = (event.origin, event.number)
                    ranges.append(
                        .init(session: session.uuid, origin: origin, first: at, last: at)
                    )
                }
                rows.events.append(.init(session: session.uuid, event: event, hash: hash))
            }
            rows.ranges += ranges
            try add(snapshotsOf: session, without: known, to: &rows)
        }
        return rows
    }

    private func add(
        snapshotsOf session: SessionToPush,
        without known: KnownContents,
        to rows: inout PushRows
    ) throws {
        var contents = known.contents[session.uuid] ?? []
        let snapshots = known.snapshots[session.uuid] ?? []
        for hash in try store.snapshots(session: session.id) where !snapshots.contains(hash) {
            guard let files = try store.files(ofSnapshot: hash)?.map(\.file) else { continue }
            let omissions = try store.omissions(ofSnapshot: hash)
            let manifest = Manifest(files: files, omissions: omissions)
            let text = String(decoding: try JSONEncoder().encode(manifest), as: UTF8.self)
            rows.snapshots.append(.init(session: session.uuid, hash: hash, manifest: text))
            for file in files where contents.insert(file.content).inserted {
                guard let bytes = try store.content(hash: file.content) else { continue }
                rows.contents.append(
                    .init(session: session.uuid, hash: file.content, bytes: bytes)
                )
            }
        }
    }
}
