import ResultsStore
import Scenarios
import StudyDefinition
import Synchronization

/// Service that executes the engine's queries without files or processes. Events are kept in
/// memory, checks return randomly drawn results, and workspaces are empty.
final class SimulatedService: ActionService {
    private struct State {
        var record = SessionRecord()
        var pages: [ResultsStore.Page] = []
        var verdict = Verdict.passed
    }

    private let state = Mutex(State())
    private let clock: SimulatedClock
    private let snapshot: String
    /// Duration of a check in nanoseconds.
    private static let checking: Int64 = 1_800_000_000

    init(clock: SimulatedClock, snapshot: String) {
        (self.clock, self.snapshot) = (clock, snapshot)
    }

    /// The recorded events in order. Each page is a group of events with the same time stamp.
    var pages: [ResultsStore.Page] { state.withLock { $0.pages } }

    var record: SessionRecord { state.withLock { $0.record } }

    func set(_ verdict: Verdict) { state.withLock { $0.verdict = verdict } }

    func execute(query: any Query) async throws -> any Message {
        switch query {
        case let query as Begin:
            return keep([.sessionStarted(query.start)] + query.events, at: query.at)
        case let query as Record: return keep(query.events, at: query.at)
        case let query as Prepare:
            clock.advance(by: 2_000_000_000)
            return Prepared(
                payload: query.session.prepared(
                    query.task,
                    snapshot: snapshot,
                    overlaid: query.session.needed(by: query.task)
                ),
                at: clock.now
            )
        case is Instruct: return Instructed(problem: nil)
        case is Inspect: return Inspected(unsaved: nil)
        case let query as RunCheck:
            clock.advance(by: Self.checking)
            return Checked(finished: check(query), at: clock.now)
        case is TakeSnapshot: return SnapshotTaken(hash: snapshot)
        case is ForgoFiles: return FilesForgone()
        default: return Recorded(record: SessionRecord())
        }
    }

    private func keep(_ events: [SessionEvent], at stamp: Stamp) -> Recorded {
        state.withLock { state in
            guard !events.isEmpty else { return Recorded(record: state.record) }
            for event in events { state.record.apply(event, at: stamp) }
            state.pages.append(.init(stamp: stamp, events: events))
            return Recorded(record: state.record)
        }
    }

    private func check(_ query: RunCheck) -> CheckFinished {
        let run = query.session.record.currentRun
        let verdict = state.withLock { $0.verdict }
        return CheckFinished(
            run: run?.number ?? 0,
            attempt: (run?.attempts.count ?? 0) + 1,
            verdict: verdict,
            reason: verdict == .passed ? "" : "drawn by chance",
            duration: Self.checking,
            snapshot: snapshot,
            scripted: true
        )
    }
}
