import Diagnostics
import ResultsStore
import StudyDefinition

extension SessionState {
    /// A screen of a task: instruction, clock, marks.
    func taskPage(_ moment: Screen.Moment, _ task: StudyTask, _ word: String) -> Screen {
        var screen = page(moment, task.title, "")
        screen.prose = task.instruction.text
        guard let run = session.record.currentRun, run.hasStarted else { return screen }
        let open = run.openSegment.flatMap { $0.kind == .running ? $0 : nil }
        screen.clock = Screen.Clock(
            elapsed: run.segments.filter { $0.kind == .running }.reduce(0) { $0 + $1.length() },
            since: open?.from,
            limit: run.timeLimit,
            word: word
        )
        screen.marks = session.record.marks.filter { $0.run == run.number }.map(\.line)
        return screen
    }
}

extension SessionRecord.Mark {
    /// `0:25  assist  "it is in the generated folder"`
    var line: String {
        let time = elapsed.map { duration($0) } ?? ""
        return [time, kind.words, isUndone ? "(undone)" : "", text].filter { !$0.isEmpty }
            .joined(separator: "  ")
    }
}

extension Marked.Kind {
    package var words: String {
        switch self {
        case .assist: "assist"
        case .mistake: "mistake"
        case .toolFailure: "tool failure"
        case .note: "note"
        case .problem: "problem"
        case .question: "question"
        }
    }
}

extension Ending {
    /// What just happened to a task, for the next screen.
    var words: String {
        switch self {
        case .checkPassed: "the check passed."
        case .failureAccepted: "accepted, although the check failed."
        case .failureEnded: "ended, the check failed."
        case .gaveUp: "given up."
        case .timedOut: "ended at the time limit."
        case .skipped: "skipped."
        case .checkerFault: "ended, the checker could not judge."
        case .facilitator: "ended by the facilitator."
        }
    }
}

/// Minutes and seconds: `1:05`; hours before them where there are any.
package func duration(_ nanoseconds: Int64) -> String {
    let seconds = nanoseconds / 1_000_000_000
    let two = { (value: Int64) in value < 10 ? "0\(value)" : "\(value)" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    return hours > 0
        ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
}

private let markKeys: [Screen.Key] = [
    .init("a", "assist") { MarkPressed(kind: .assist, at: $0) },
    .init("m", "mistake") { MarkPressed(kind: .mistake, at: $0) },
    .init("f", "tool failure") { MarkPressed(kind: .toolFailure, at: $0) },
    .init("n", "note") { MarkPressed(kind: .note, at: $0) },
    .init("u", "undo") { Undo(at: $0) },
]

private let wordsKey = Screen.Key("t", "words for the last mark") { WordLast(at: $0) }

extension Preparing {
    var screen: Screen {
        var screen = page(.busy, task.title, "The workspace is being prepared and built once.")
        screen.right = session.progress
        return screen
    }
}

extension NotReady {
    var screen: Screen {
        var screen = page(.trouble, "The task cannot start yet", render(error.diagnostics))
        screen.trouble = error
        screen.keys = [.init(.enter, "try again") { Continue(at: $0) }]
        return screen
    }
}

extension Ready {
    var screen: Screen {
        var screen = taskPage(.ready(task: task.id, condition: condition), task, "ready")
        screen.clock = Screen.Clock(elapsed: 0, since: nil, limit: task.timeLimit, word: "ready")
        screen.keys = [
            .init(.enter, "start the clock") { Continue(at: $0) },
            .init("k", "skip this task") { Skip(at: $0) },
        ]
        return screen
    }

    private var condition: String { session.step?.condition ?? "" }
}

extension Running {
    var screen: Screen {
        var screen = taskPage(.running, task, "running")
        screen.keys =
            [
                .init("d", "done") { Done(at: $0) }, .init("p", "pause") { Pause(at: $0) },
            ] + markKeys + [.init("g", "give up") { GiveUp(at: $0) }, wordsKey]
        return screen
    }
}

extension Paused {
    var screen: Screen {
        var screen = taskPage(.paused, task, "paused")
        screen.keys = [.init("p", "go on") { Continue(at: $0) }] + markKeys + [wordsKey]
        return screen
    }
}

extension Held {
    var screen: Screen {
        var screen = taskPage(.held, task, "stopped")
        screen.notice = "The session was interrupted here. The clock has not run since."
        screen.keys = [.init(.enter, "let the clock run on") { Continue(at: $0) }]
        return screen
    }
}

extension Wording {
    var screen: Screen {
        var screen = previous.with(session).screen
        let text = session.record.marks.first { $0.number == mark }?.text ?? ""
        screen.moment = .wording
        screen.keys = []
        screen.line = Screen.Line(label: "words", initial: text, confirms: false)
        return screen
    }
}
