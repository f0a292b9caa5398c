import ResultsStore
import Scenarios
import StudyDefinition

/// Starts the session in the results file, with its first events.
struct Begin: Query {
    let start: SessionStart
    let events: [SessionEvent]
    let at: Stamp
}

/// Appends events; the answer comes when they are on the disk.
struct Record: Query {
    let events: [SessionEvent]
    let at: Stamp
    /// Only a sign of life.
    let isBeat: Bool
}

struct Decline: Query { let study: String }
struct Prepare: Query { let session: Session; let task: StudyTask }
/// The instruction is written into the workspace.
struct Instruct: Query { let session: Session; let task: StudyTask }
struct Inspect: Query { let session: Session }
struct RunCheck: Query { let session: Session; let task: StudyTask; let unsavedAsked: Bool }
struct TakeSnapshot: Query {}
