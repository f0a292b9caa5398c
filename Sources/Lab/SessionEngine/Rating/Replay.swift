import Diagnostics
import Foundation
import ResultsStore
import StudyDefinition

/// A recorded session as it is shown to a rater: a list of moments, which are the recorded events
/// that a rater sees.
struct Replay: Sendable {
    struct Moment: Sendable, Hashable {
        /// Number of the event within the session: 1, 2, 3, …
        var number: Int
        var run: Int?
        /// Time on the task's clock in nanoseconds. Nil if it is not known.
        var elapsed: Int64?
        var task: String
        /// Description of the event in one line.
        var title: String
        /// The task's instruction in Markdown, if the event starts the task; otherwise empty.
        var instruction = ""
        /// Details of the event, such as the checker's messages or the changes in the workspace.
        var detail = ""
        /// Number of the facilitator's mark within the session: 1, 2, 3, … Nil if the event is not
        /// a mark.
        var mark: Int?
    }

    private(set) var moments: [Moment] = []
    private let titles: [String: String]
    private var record = SessionRecord()
    private var snapshot: String?

    /// - Parameter isBlind: whether to hide the outcomes of tasks, and the kinds and texts of the
    ///   facilitator's marks. The kind of a mark can reveal that the facilitator assisted.
    init(
        _ events: [RecordedEvent],
        study: Study,
        isBlind: Bool,
        store: ResultsStore
    ) throws(DiagnosticError) {
        titles = study.codeTitles
        // Marks in their final form. Later events may have added a mark's text or undone the mark.
        let marks = Dictionary(
            SessionRecord(events).marks.map { ($0.number, $0) },
            uniquingKeysWith: { _, last in last }
        )
        for event in events {
            record.apply(event)
            guard var moment = moment(event, marks, isBlind) else { continue }
            let task = study.tasks.first { $0.id == moment.task }
            if case .taskStarted = event.event {
                let condition = record.currentRun?.condition ?? ""
                moment.instruction = task?.instruction(in: condition).text ?? ""
            }
            moment.task = task?.title ?? moment.task
            if let change = try changes(event, store) {
                moment.detail += (moment.detail.isEmpty ? "" : "\n\n") + change
            }
            moments.append(moment)
        }
    }

    private func moment(
        _ event: RecordedEvent,
        _ marks: [Int: SessionRecord.Mark],
        _ isBlind: Bool
    ) -> Moment? {
        var (run, detail, mark): (Int?, String, Int?) = (record.runs.last?.number, "", nil)
        let title: String
        switch event.event {
        case .taskStarted: title = "the clock starts"
        case .taskPaused: title = "pause"
        case .taskResumed: title = "the clock resumes"
        case .taskContinued:
            title = isBlind ? "the clock resumes" : "the clock resumes after the check"
        case .taskExtended: title = "more time is given"
        case .taskStopped(let value):
            title = isBlind ? "the clock stops" : "the clock stops: \(value.reason.words)"
        case .checkFinished where isBlind: title = "a check"
        case .checkFinished(let value):
            title = "the check: \(value.verdict.rawValue)"
            detail = [value.reason, value.log].filter { !$0.isEmpty }.joined(separator: "\n\n")
        case .taskEnded(let value): title = isBlind ? "the task ends" : value.ending.words
        case .explained(let value): (title, detail) = ("a reason", value.text)
        case .sessionResumed(let value):
            title =
                "the session continues after an interruption of "
                + "\(duration(Int64(value.gap * 1e9)))"
        case .marked(let value):
            guard let standing = marks[value.mark], !standing.isUndone else { return nil }
            (run, mark) = (value.run, value.mark)
            title = isBlind ? "a mark by the facilitator" : "mark: \(standing.line(titles))"
        default: return nil
        }
        let now = record.runs.last { $0.number == run }
        return Moment(
            number: event.number,
            run: run,
            elapsed: now?.clock(at: event.stamp),
            task: now?.task ?? "",
            title: title,
            detail: detail,
            mark: mark
        )
    }

    /// Returns a description of the changes in the workspace since the previous snapshot. Nil if
    /// the event starts a task, if it has no new snapshot, or if a snapshot is missing.
    private mutating func changes(
        _ event: RecordedEvent,
        _ store: ResultsStore
    ) throws(DiagnosticError) -> String? {
        let next: String?
        switch event.event {
        case .taskStarted: next = record.currentRun?.startSnapshot
        case .checkFinished(let value): next = value.snapshot
        case .taskEnded(let value): next = value.snapshot
        default: return nil
        }
        guard let next, next != snapshot else { return nil }
        defer { snapshot = next }
        if case .taskStarted = event.event { return nil }
        // Swift compares strings by canonical equivalence, so different paths may be equal keys.
        func later(_: Data, _ second: Data) -> Data { second }
        guard let before = snapshot, let old = try store.snapshot(hash: before),
            let new = try store.snapshot(hash: next)
        else { return nil }
        return SnapshotChanges.words(
            from: Dictionary(old.map { ($0.file.path, $0.bytes) }, uniquingKeysWith: later),
            to: Dictionary(new.map { ($0.file.path, $0.bytes) }, uniquingKeysWith: later)
        )
    }
}

extension TaskStopped.Reason {
    fileprivate var words: String {
        switch self {
        case .done: "done"
        case .limit: "time is up"
        case .gaveUp: "the participant gives up"
        case .skipped: "skipped"
        case .facilitator: "by the facilitator"
        }
    }
}
