import Diagnostics
import ResultsStore
package import Scenarios
import StudyDefinition

/// A state of the session engine. All of them hold the session; what else they hold is what their
/// screen shows and their rules need.
package protocol SessionState: GeneralState {
    var session: Session { get set }
    var screen: Screen { get }
}

/// Before anything is recorded: study, condition, results file.
struct Confirming: SessionState {
    var session: Session
    let results: String
    /// Set where an unfinished session is gone on with.
    let resumption: Resumption?
    /// Remarks for the facilitator.
    var remarks: [String] = []
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

/// Shows the given consent again; free statements can be changed.
struct ReviewingConsent: SessionState {
    var session: Session
    let consent: Consent
    var refusal: String?
}

/// The text, or an option that is required, was refused.
struct Declining: SessionState {
    var session: Session
    let consent: Consent
    /// Replies to the options before the refused one. Nil if the text was refused.
    var chosen: [String: Bool]?
}

/// The session is about to be written for the first time.
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
    /// The task that it is asked after, else empty.
    let task: String
    /// Understood and not yet confirmed.
    var echo: AnswerValue?
    var refusal: String?
}

struct Showing: SessionState {
    var session: Session
    let reading: Reading
}

/// The workspace is made ready: overlays, snapshot, first build.
struct Preparing: SessionState {
    var session: Session
    let task: StudyTask
}

struct NotReady: SessionState {
    var session: Session
    let task: StudyTask
    let error: DiagnosticError
}

struct Ready: SessionState {
    var session: Session
    let task: StudyTask
}

struct Running: SessionState {
    var session: Session
    let task: StudyTask
}

struct Paused: SessionState {
    var session: Session
    let task: StudyTask
}

/// A resumed session in the middle of a task; its clock has not run since.
struct Held: SessionState {
    var session: Session
    let task: StudyTask
}

/// Words are typed for a mark; the clock goes on as it was.
struct Wording: SessionState {
    var session: Session
    let mark: Int
    let previous: any SessionState
}

/// A code of the study's codebook is chosen for a mark at an instant that is past.
struct Coding: SessionState {
    var session: Session
    let at: Stamp
    let previous: any SessionState
}

/// Asks for the reason of the facilitator's action.
struct Explaining: SessionState {
    enum Purpose: Sendable { case pause, skip, repeatTask, extend, endSession }

    var session: Session
    let purpose: Purpose
    let previous: any SessionState
    var refusal: String?
}

struct GivingUp: SessionState {
    var session: Session
    let task: StudyTask
}

struct AtLimit: SessionState {
    var session: Session
    let task: StudyTask
}

/// "Done" was pressed: is there anything on the disk?
struct Inspecting: SessionState {
    var session: Session
    let task: StudyTask
}

struct Unsaved: SessionState {
    var session: Session
    let task: StudyTask
    let reason: String
}

struct Checking: SessionState {
    var session: Session
    let task: StudyTask
    let unsavedAsked: Bool
}

/// The check has answered; its answer is being recorded.
struct Judging: SessionState {
    var session: Session
    let task: StudyTask
    let finished: CheckFinished
    let at: Stamp
}

struct Failed: SessionState {
    var session: Session
    let task: StudyTask
    let finished: CheckFinished
}

/// The checker could not judge.
struct Faulty: SessionState {
    var session: Session
    let task: StudyTask
    let finished: CheckFinished
}

struct Leaving: SessionState {
    var session: Session
    let previous: any SessionState
}

/// The facilitator wants to end the session for good, which cannot be taken back.
struct EndingForGood: SessionState {
    var session: Session
    let previous: any SessionState
}

/// Something could not be written. Nothing is lost: it is written again before the session goes on.
struct Unrecorded: SessionState {
    var session: Session
    let events: [SessionEvent]
    let at: Stamp
    let next: @Sendable (Session) -> any SessionState
    let error: DiagnosticError
}

/// Ctrl-C while something is not written: leaving would lose it.
struct LeavingUnrecorded: SessionState {
    var session: Session
    let kept: Unrecorded
}

struct Over: SessionState {
    package enum How: Sendable, Hashable {
        case finished, ended, interrupted, declined, notBegun
        /// Left without what could not be written.
        case incomplete
    }

    var session: Session
    let how: How
}
