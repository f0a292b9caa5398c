import Diagnostics
import ResultsStore
package import Scenarios
import StudyDefinition

/// A state that has a screen.
package protocol ScreenState: GeneralState {
    var screen: Screen { get }
}

/// A state of the session engine. Every state contains the session, and all other data that its
/// screen and its rules need.
package protocol SessionState: ScreenState {
    var session: Session { get set }
}

/// A state of a task.
protocol TaskState: SessionState {
    var task: StudyTask { get }
}

/// A state of a task after a check that did not pass.
protocol JudgedState: TaskState {
    var finished: CheckFinished { get }
}

/// A state in which the participant's files are copied into the workspace.
protocol FetchingState: TaskState {
    /// The files that the session is waiting for. Nil if it is not waiting.
    var awaited: AwaitedFiles? { get set }
}

/// A state, such as a dialog, that later returns to the state `previous`.
protocol OverlaidState: SessionState {
    var previous: any SessionState { get set }
}

/// The first state: the facilitator confirms the study, the condition and the results file before
/// anything is recorded.
struct Confirming: SessionState {
    var session: Session
    /// The results file as the user typed it, followed by a remark if the file is new.
    let results: String
    /// Details of the unfinished session, up to the start of this process. Nil for a new session.
    let resumption: Resumption?
    /// Remarks for the facilitator.
    var remarks: [String] = []
    /// The error that prevented a new session from beginning. Nil before the first attempt.
    var failure: DiagnosticError?
}

struct ReadingConsent: SessionState {
    var session: Session
    let consent: Consent
}

struct ChoosingConsent: SessionState {
    var session: Session
    let consent: Consent
    var chosen: [String: Bool] = [:]

    var option: Consent.Option { consent.options[chosen.count] }
}

/// The state that shows the participant's consent again. The replies to optional statements can be
/// changed.
struct ReviewingConsent: SessionState {
    var session: Session
    let consent: Consent
    var refusal: String?
}

/// The state after the participant refused the consent text or a required option.
struct Declining: SessionState {
    var session: Session
    let consent: Consent
    /// Replies to the consent options, up to the option that was refused. Nil if the participant
    /// refused the consent text itself.
    var chosen: [String: Bool]?
    /// The error of the last attempt to record the refusal. Nil before the first attempt.
    var failure: DiagnosticError?
}

/// The state in which the session is written to the results file for the first time.
struct Beginning: SessionState {
    var session: Session
    let consent: ConsentGiven?
    let at: Stamp
}

struct Asking: SessionState {
    var session: Session
    let item: Questionnaire.Item
    let questionnaire: Questionnaire
    let condition: String
    /// The task after which the question is asked. Empty if the question is not asked after a task.
    let task: String
    /// The parsed answer, if the person has not confirmed it yet; otherwise nil.
    var echo: AnswerValue?
    var refusal: String?
    /// A sentence that asks the person to confirm a doubtful answer; nil if the answer is not
    /// doubtful.
    var doubt: String?
}

struct Showing: SessionState {
    var session: Session
    let reading: Reading
}

/// The state in which the workspace is prepared for a task: solutions of earlier tasks are applied
/// if needed, the project is built, and a snapshot is taken.
struct Preparing: TaskState {
    var session: Session
    let task: StudyTask
}

struct NotReady: TaskState {
    var session: Session
    let task: StudyTask
    let error: DiagnosticError
}

struct Ready: TaskState {
    var session: Session
    let task: StudyTask
}

struct Running: TaskState {
    var session: Session
    let task: StudyTask
}

struct Paused: TaskState {
    var session: Session
    let task: StudyTask
}

/// The state of a session that was resumed in the middle of a task. The clock has been stopped
/// since the interruption.
struct Held: TaskState {
    var session: Session
    let task: StudyTask
}

/// The state in which the facilitator types text for a mark. A running clock keeps running, until
/// the participant presses "done" or the time limit is reached.
struct Wording: OverlaidState {
    var session: Session
    let mark: Int
    var previous: any SessionState

    /// The recorded text of the mark. Empty if there is none.
    var text: String { session.record.marks.first { $0.number == mark }?.text ?? "" }
}

/// The state in which the facilitator chooses a codebook code for a new mark. `at` is the time at
/// which the list of codes was opened. A running clock keeps running, until the participant presses
/// "done" or the time limit is reached.
struct Coding: OverlaidState {
    var session: Session
    let at: Stamp
    var previous: any SessionState
}

/// The state that asks for the reason for the facilitator's action.
struct Explaining: OverlaidState {
    enum Purpose: Sendable { case pause, skip, repeatTask, extend, endSession }

    var session: Session
    let purpose: Purpose
    var previous: any SessionState
    var refusal: String?
}

struct GivingUp: TaskState {
    var session: Session
    let task: StudyTask
}

struct AtLimit: TaskState {
    var session: Session
    let task: StudyTask
}

/// The state after "done" was pressed, in which the workspace is inspected for unsaved work.
struct Inspecting: FetchingState {
    var session: Session
    let task: StudyTask
    /// Whether the facilitator was already asked about unsaved work. If so, the files are fetched
    /// again, but the workspace is not inspected again.
    var isAsked = false
    var awaited: AwaitedFiles?
}

/// The state in which the final snapshot of a task is taken: after the participant gave up, after
/// the time limit, or when the whole session ends. The task ended at `at`.
struct Collecting: FetchingState {
    var session: Session
    let task: StudyTask
    let ending: Ending
    let at: Stamp
    /// The reason for ending the whole session. Nil if only the task ends.
    var closing: String?
    var awaited: AwaitedFiles?
}

struct Unsaved: TaskState {
    var session: Session
    let task: StudyTask
    let reason: String
}

struct Checking: TaskState {
    var session: Session
    let task: StudyTask
    let unsavedAsked: Bool
}

/// The state after a check, in which its result is recorded.
struct Judging: TaskState {
    var session: Session
    let task: StudyTask
    let finished: CheckFinished
    let at: Stamp
}

struct Failed: JudgedState {
    var session: Session
    let task: StudyTask
    let finished: CheckFinished
}

/// The state after a failure of the checker itself. The check says nothing about the participant's
/// work.
struct Faulty: JudgedState {
    var session: Session
    let task: StudyTask
    let finished: CheckFinished
}

/// The state in which the facilitator is asked to confirm the end of a task that has not passed its
/// check.
struct EndingTask: OverlaidState {
    var session: Session
    let ending: Ending
    let finished: CheckFinished
    var previous: any SessionState
}

struct Leaving: OverlaidState {
    var session: Session
    var previous: any SessionState
}

/// The state in which the facilitator is asked to confirm the end of the session. An ended session
/// cannot be continued.
struct EndingForGood: OverlaidState {
    var session: Session
    var previous: any SessionState
}

/// The state after a failed write of events. The events are kept, and must be written before the
/// session continues.
struct Unrecorded: SessionState {
    var session: Session
    let events: [SessionEvent]
    let at: Stamp
    let next: @Sendable (Session) -> any SessionState
    var error: DiagnosticError
    /// The first sleep of the machine since the failed write; nil if there was none.
    var woke: Woke?

    /// The task whose clock is started by the events; nil if they start no clock.
    var started: StudyTask? {
        let isStart = events.contains { event in
            switch event {
            case .taskStarted, .taskResumed, .taskContinued, .taskExtended: true
            default: false
            }
        }
        let id = session.record.currentRun?.task
        return isStart ? session.study.tasks.first { $0.id == id } : nil
    }
}

/// The state in which the machine's sleep is recorded, if the machine slept in ``Unrecorded``.
struct Waking: OverlaidState {
    var session: Session
    let woke: Woke
    var previous: any SessionState
}

/// The state after Ctrl-C in ``Unrecorded``. Leaving now would lose the unwritten events.
struct LeavingUnrecorded: SessionState {
    var session: Session
    var kept: Unrecorded
}

struct Over: SessionState {
    package enum How: Sendable, Hashable {
        case finished, ended, interrupted, declined, notBegun
        /// The session was left although events could not be written.
        case incomplete
    }

    var session: Session
    let how: How
}
