package import Diagnostics
import Foundation
import GRDB
import Synchronization

/// The log of one session, open for appending. The methods block the calling thread; simultaneous
/// calls run one after the other.
package final class SessionLog: Sendable {
    package let id: Int64
    private let store: ResultsStore
    private let state: Mutex<State>

    private struct State {
        var record: SessionRecord
        /// The events of the last append, with their stamp; nil before the first append.
        var latest: (events: [SessionEvent], stamp: Stamp)?
    }

    /// - Parameter latest: the events of the last append, with their stamp; nil if the caller has
    ///   appended none.
    init(
        id: Int64,
        store: ResultsStore,
        record: SessionRecord,
        latest: (events: [SessionEvent], stamp: Stamp)? = nil
    ) {
        self.id = id
        self.store = store
        state = Mutex(State(record: record, latest: latest))
    }

    package var record: SessionRecord { state.withLock { $0.record } }

    /// Appends `events`, all with the given stamp, and updates the derived tables in the same
    /// transaction. Returns the session's record, including the new events, when they are on disk.
    ///
    /// If `events` and `stamp` equal those of the last append, nothing is appended. A caller that
    /// gave up waiting for an append can therefore repeat the call, even if the append has
    /// succeeded meanwhile.
    ///
    /// A ``Press`` can cause several appends with its stamp; only the first of them writes the
    /// press.
    @discardableResult
    package func append(
        _ events: [SessionEvent],
        at stamp: Stamp
    ) throws(DiagnosticError) -> SessionRecord {
        try state.withLock { state throws(DiagnosticError) -> SessionRecord in
            if let latest = state.latest, latest.events == events, latest.stamp == stamp {
                return state.record
            }
            let (before, session) = (state.record, id)
            let added = events.filter { event in
                guard case .pressed(let press) = event else { return true }
                return before.presses[stamp] != press
            }
            state.record = try store.write { db in
                try SessionLog.append(added, at: stamp, to: before, session: session, in: db)
            }
            state.latest = (events, stamp)
            return state.record
        }
    }

    /// Records that the process is alive. After a crash, the time of the crash is therefore known
    /// to within one heartbeat interval.
    package func beat(at stamp: Stamp) throws(DiagnosticError) {
        let session = id
        try store.write { db in
            try db.run(
                """
                INSERT OR REPLACE INTO heartbeats (session, monotonic_ns, wall_us, boot)
                VALUES (?, ?, ?, ?)
                """,
                [session, stamp.monotonic, stamp.wall, stamp.boot]
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
        let chained = try events.enumerated().map { index, event in
            ChainedEvent(
                number: before.eventCount + 1 + index,
                version: Migrations.current,
                kind: event.kind.rawValue,
                stamp: stamp == .unknown ? nil : stamp,
                payload: try event.payload(),
                origin: try db.fileCopy(),
                salt: HashChain.salt()
            )
        }
        return try append(zip(chained, events), to: before, session: session, in: db)
    }

    /// Appends new events, or events that were recorded earlier in this file or another one.
    /// Returns the session's record after these events.
    ///
    /// - Parameter events: events with their decoded values. The number of the first event follows
    ///   the number of the last event in `before`.
    static func append(
        _ events: some Sequence<(ChainedEvent, SessionEvent)>,
        to before: SessionRecord,
        session: Int64,
        in db: Database
    ) throws -> SessionRecord {
        var record = before
        var hash = try db.chainHead(session: session)
        for (chained, event) in events {
            hash = chained.hash(after: hash)
            let recorded = RecordedEvent(
                id: try chained.insert(session: session, hash: hash, in: db),
                number: chained.number,
                stamp: chained.stamp ?? .unknown,
                event: event
            )
            record.apply(recorded)
            try Projection(session: session, record: record).write(recorded, in: db)
        }
        return record
    }
}
