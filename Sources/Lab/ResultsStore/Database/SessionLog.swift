package import Diagnostics
import Foundation
import GRDB

/// The log of one session, open for appending.
package actor SessionLog {
    package nonisolated let id: Int64
    private let store: ResultsStore
    private var state: SessionRecord
    private var tail: Task<Void, Never>?
    /// What was appended last.
    private var latest: (events: [SessionEvent], stamp: Stamp)?

    init(id: Int64, store: ResultsStore, record: SessionRecord) {
        self.id = id
        self.store = store
        state = record
    }

    package var record: SessionRecord { state }

    /// Appends `events`, all with one stamp, in one transaction with the tables that follow from
    /// them. Returns the record with the events folded in, once they are on the disk.
    ///
    /// Calls are carried out one after the other. Events that are given again with their stamp,
    /// because an earlier call was given up and ended late, are not appended twice.
    @discardableResult
    package func append(
        _ events: [SessionEvent],
        at stamp: Stamp
    ) async throws(DiagnosticError) -> SessionRecord {
        let before = tail
        let writing = Task { () -> Result<SessionRecord, DiagnosticError> in
            await before?.value
            return await write(events, at: stamp)
        }
        tail = Task { _ = await writing.value }
        return try await writing.value.get()
    }

    private func write(
        _ events: [SessionEvent],
        at stamp: Stamp
    ) async -> Result<SessionRecord, DiagnosticError> {
        if let latest, latest.events == events, latest.stamp == stamp { return .success(state) }
        let (before, session) = (state, id)
        do throws(DiagnosticError) {
            state = try await store.write { db in
                try SessionLog.append(events, at: stamp, to: before, session: session, in: db)
            }
        } catch { return .failure(error) }
        latest = (events, stamp)
        return .success(state)
    }

    /// Notes that the process lives, so that a crash loses at most one beat of time.
    package func beat(at stamp: Stamp) async throws(DiagnosticError) {
        let session = id
        try await store.write { db in
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO heartbeats (session, monotonic_ns, wall_us, boot)
                    VALUES (?, ?, ?, ?)
                    """,
                arguments: [session, stamp.monotonic, stamp.wall, stamp.boot]
            )
        }
    }

    static func append(
        _ events: [SessionEvent],
        at stamp: Stamp,
        to before: SessionRecord,
        session: Int64,
        in db: Database
    ) throws -> SessionRecord {
        var record = before
        for event in events {
            let known = stamp != .unknown
            let number = record.eventCount + 1
            try db.execute(
                sql: """
                    INSERT INTO events (session, number, kind, monotonic_ns, wall_us, boot, payload)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    session, number, event.kind.rawValue, known ? stamp.monotonic : nil,
                    known ? stamp.wall : nil, known ? stamp.boot : nil,
                    String(decoding: try event.payload(), as: UTF8.self),
                ]
            )
            let recorded = RecordedEvent(
                id: db.lastInsertedRowID,
                number: number,
                stamp: stamp,
                event: event
            )
            record.apply(recorded)
            try Projection(session: session, record: record).write(recorded, in: db)
        }
        return record
    }
}
