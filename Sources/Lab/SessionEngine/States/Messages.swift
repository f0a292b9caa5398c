import Diagnostics
package import ResultsStore
package import Scenarios

/// Input from the person at the keyboard, or from a script, with the time of the key press.
package protocol Pressed: Message {
    var at: Stamp { get }
}

/// Enter, which continues to the next screen.
package struct Continue: Pressed { package let at: Stamp }
package struct Back: Pressed { package let at: Stamp }
package struct Agree: Pressed { package let at: Stamp }
package struct Refuse: Pressed { package let at: Stamp }
package struct Done: Pressed { package let at: Stamp }
package struct Pause: Pressed { package let at: Stamp }
package struct GiveUp: Pressed { package let at: Stamp }
package struct Skip: Pressed {
    /// The reason for skipping the task, if the key press comes from a script. Nil if a person
    /// types the reason on the next screen.
    var reason: String?
    package let at: Stamp
}
/// Key press that asks to repeat the previous task.
package struct Repeat: Pressed { package let at: Stamp }
/// Key press that opens the input field for the reason for a pause.
package struct Explain: Pressed { package let at: Stamp }
/// Key press that opens the codebook.
package struct OpenCodes: Pressed { package let at: Stamp }
/// Key press that opens the input field for a time on the task's clock. A rater's next codes for
/// the current event get this time.
package struct OpenTime: Pressed { package let at: Stamp }
/// Key press that grades the last mark. Only problems and assists have grades.
package struct Grade: Pressed {
    package let number: Int
    package let at: Stamp
}
/// Key press at the time when an external recording starts.
package struct StartRecording: Pressed { package let at: Stamp }
package struct Undo: Pressed { package let at: Stamp }
package struct WordLast: Pressed { package let at: Stamp }
/// Key press that continues the task. The task's clock continues from the value at which it
/// stopped.
package struct GoOn: Pressed { package let at: Stamp }
package struct Accept: Pressed { package let at: Stamp }
package struct EndTask: Pressed { package let at: Stamp }
package struct Extend: Pressed {
    /// The reason for extending the time limit, if the key press comes from a script. Nil if a
    /// person types the reason on the next screen.
    var reason: String?
    package let at: Stamp
}
package struct CheckAgain: Pressed { package let at: Stamp }
/// Key press that continues without the files that the session waits for.
package struct GoWithoutFiles: Pressed { package let at: Stamp }
/// Request to leave the session, such as Ctrl-C.
package struct Leave: Pressed { package let at: Stamp }
package struct EndSession: Pressed { package let at: Stamp }

package struct MarkPressed: Pressed {
    package let kind: Marked.Kind
    var code: String?
    /// Text of the mark, if it is sent together with the key; otherwise nil.
    var words: String?
    package let at: Stamp
}

package struct Typed: Pressed {
    package let text: String
    /// Whether the person saw numbered options.
    package let numbered: Bool
    /// Whether a valid answer is submitted without a second Enter.
    var confirms = false
    package let at: Stamp
}

/// A message that is sent about once a second.
package struct Tick: Pressed { package let at: Stamp }

/// A message that the machine has slept. The session was last known to be running at `lastAlive`.
struct Woke: Message {
    let lastAlive: Stamp
    let at: Stamp
}

/// A message that the session is now waiting for the participant's files.
struct FilesAwaited: Message { let files: AwaitedFiles }

// MARK: - Answers to queries

struct Recorded: Message { let record: SessionRecord }
struct NotRecorded: Message { let error: DiagnosticError }
struct Prepared: Message { let payload: TaskPrepared; let at: Stamp }
struct NotPrepared: Message { let error: DiagnosticError }
/// A message that the instruction was written, or that writing it failed with `problem`. The page
/// shows the instruction in both cases.
struct Instructed: Message { let problem: String? }
struct Inspected: Message { let unsaved: String? }
struct Checked: Message { let finished: CheckFinished; let at: Stamp }
/// A message that the session no longer waits for the participant's files.
struct FilesForgone: Message {}
/// A message with the hash of a snapshot. The hash is nil if the snapshot could not be taken; the
/// session then continues without a snapshot.
struct SnapshotTaken: Message {
    let hash: String?
    /// The reason why the snapshot lacks files of the participant. Nil if the snapshot has these
    /// files, or if there were none to wait for.
    var unsent: String?
    /// The reason why the snapshot could not be taken. Nil if it was taken.
    var failure: String?

    /// Sentences for the facilitator about work that was not recorded. Nil if there is none.
    var remark: String? {
        let lost = failure.map {
            "The work could not be recorded (\($0)); keep a copy of the workspace."
        }
        let sentences = [unsent, lost].compactMap { $0 }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }
}
