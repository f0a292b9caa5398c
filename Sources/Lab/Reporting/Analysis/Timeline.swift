import Diagnostics
import ResultsStore

/// Course of a session, in seconds since its first event. The time between an interruption and the
/// resumption of the session is not counted.
struct Timeline: Sendable {
    /// A time span within a run, and the state of the task in it, such as running or paused.
    struct Stretch: Sendable {
        var kind: RunRecord.Segment.Kind
        var from: Double
        var to: Double

        var length: Double { to - from }
    }

    struct Run: Sendable {
        var number: Int
        var task: String
        var condition: String
        var isPractice: Bool
        var stretches: [Stretch] = []
        var outcome: Outcome?

        init(_ prepared: TaskPrepared) {
            number = prepared.run
            task = prepared.task
            condition = prepared.condition
            isPractice = prepared.practice
        }

        func seconds(_ kind: RunRecord.Segment.Kind) -> Double {
            stretches.reduce(0) { $0 + ($1.kind == kind ? $1.length : 0) }
        }
    }

    struct Mark: Sendable {
        var number: Int
        var kind: Marked.Kind
        var at: Double
    }

    var participant: String
    /// Runs that were started, including practice.
    var runs: [Run] = []
    /// Marks that were not undone.
    var marks: [Mark] = []
    var checks: [(verdict: Verdict, at: Double)] = []
    /// Times at which the session was interrupted, in seconds since its first event.
    var interruptions: [Double] = []
    var length = 0.0

    func seconds(_ kind: RunRecord.Segment.Kind) -> Double {
        runs.reduce(0) { $0 + $1.seconds(kind) }
    }

    /// Maximum number of sessions for which timelines are drawn. This many rows fill about a page.
    static let most = 24

    /// Returns the timelines of the sessions in which a task was started; imported sessions have
    /// none. If there are more than ``most`` sessions besides the imported ones, returns an empty
    /// array and reads no events.
    static func all(
        _ entries: [Entry],
        _ store: ResultsStore
    ) throws(DiagnosticError) -> [Timeline] {
        let held = entries.filter { !$0.isImported }
        guard held.count <= most else { return [] }
        var timelines: [Timeline] = []
        for entry in held {
            let timeline = Timeline(
                try store.events(session: entry.session),
                participant: entry.participant
            )
            if !timeline.runs.isEmpty { timelines.append(timeline) }
        }
        return timelines
    }
}

extension Timeline {
    init(_ events: [RecordedEvent], participant: String) {
        self.participant = participant
        var last: Stamp?
        var open: RunRecord.Segment.Kind?
        var since = 0.0
        for recorded in events where recorded.stamp != .unknown && !recorded.event.isAfterSession {
            if case .sessionResumed(let value) = recorded.event {
                length += last.map { Timeline.seconds($0, value.lastAlive) } ?? 0
            } else {
                length += last.map { Timeline.seconds($0, recorded.stamp) } ?? 0
            }
            last = recorded.stamp
            let next: RunRecord.Segment.Kind?
            switch recorded.event {
            case .taskPrepared(let value):
                runs.append(Run(value))
                next = nil
            case .taskStarted, .taskResumed, .taskContinued, .taskExtended: next = .running
            case .taskPaused: next = .paused
            case .taskStopped: next = .checking
            case .taskEnded, .sessionInterrupted: next = nil
            case .sessionResumed:
                interruptions.append(length)
                next = nil
            default:
                note(recorded.event)
                continue
            }
            if let open, length > since, !runs.isEmpty {
                runs[runs.count - 1].stretches.append(.init(kind: open, from: since, to: length))
            }
            (open, since) = (next, length)
        }
        let record = SessionRecord(events)
        for index in runs.indices {
            runs[index].outcome = record.runs.last { $0.number == runs[index].number }?.outcome
        }
        runs.removeAll(where: \.stretches.isEmpty)
    }

    private mutating func note(_ event: SessionEvent) {
        switch event {
        case .checkFinished(let value): checks.append((value.verdict, length))
        case .marked(let value):
            marks.append(Mark(number: value.mark, kind: value.kind, at: length))
        case .markUndone(let value): marks.removeAll { $0.number == value.mark }
        default: break
        }
    }

    /// Returns the seconds between two stamps, never below zero. Uses the monotonic clock if both
    /// stamps are from the same boot, otherwise the wall clock.
    private static func seconds(_ first: Stamp, _ second: Stamp) -> Double {
        if let nanoseconds = first.nanoseconds(to: second) { return Double(nanoseconds) / 1e9 }
        guard first.boot != second.boot else { return 0 }
        return max(0, (Double(second.wall) - Double(first.wall)) / 1e6)
    }
}
