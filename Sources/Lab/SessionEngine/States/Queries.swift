import ResultsStore
import Scenarios
import StudyDefinition

/// Creates the session in the results file, with its first events.
struct Begin: Query {
    let start: SessionStart
    let events: [SessionEvent]
    let at: Stamp
}

/// Appends events to the log. The reply arrives after they are written to disk.
struct Record: Query {
    let events: [SessionEvent]
    let at: Stamp
    /// Whether this is only a heartbeat without events.
    let isBeat: Bool
}

struct Decline: Query { let study: String }
struct Prepare: Query { let session: Session; let task: StudyTask }
/// Writes the task's instruction to TASK.md in the workspace. Does nothing if `task` is nil.
struct Instruct: Query { let session: Session; let task: StudyTask? }
struct Inspect: Query { let session: Session }
struct RunCheck: Query { let session: Session; let task: StudyTask; let unsavedAsked: Bool }
struct TakeSnapshot: Query {}
