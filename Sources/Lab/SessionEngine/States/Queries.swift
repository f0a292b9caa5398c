import ResultsStore
import Scenarios
import StudyDefinition

/// Query that creates the session in the results file and records its first events.
struct Begin: Query {
    let start: SessionStart
    let events: [SessionEvent]
    let at: Stamp
}

/// Query that appends events to the log. The reply arrives after the events are written to disk.
struct Record: Query {
    let events: [SessionEvent]
    let at: Stamp
}

struct Decline: Query { let study: String }
struct Prepare: Query { let session: Session; let task: StudyTask }
/// Query that writes the task's instruction to TASK.md in the workspace. Has no effect if `task` is
/// nil.
struct Instruct: Query { let session: Session; let task: StudyTask? }
/// Query that copies the participant's files into the workspace, if they are not there yet. Then
/// looks for unsaved work, unless the facilitator was already asked about it.
struct Inspect: Query { let session: Session; let isAsked: Bool }
struct RunCheck: Query { let session: Session; let task: StudyTask; let unsavedAsked: Bool }
/// Query that takes a snapshot of the workspace. First copies the participant's files into the
/// workspace, if they are not there yet.
struct TakeSnapshot: Query {}
/// Query that stops waiting for the participant's files.
struct ForgoFiles: Query {}
