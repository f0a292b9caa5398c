import Diagnostics
package import ResultsStore
package import Scenarios

/// Input of the person at the keyboard, or of a script, with the instant of the key press.
package protocol Pressed: Message {
    var at: Stamp { get }
}

/// Enter: the one way forward that a screen offers.
package struct Continue: Pressed { package let at: Stamp }
package struct Back: Pressed { package let at: Stamp }
package struct Agree: Pressed { package let at: Stamp }
package struct Refuse: Pressed { package let at: Stamp }
package struct Done: Pressed { package let at: Stamp }
package struct Pause: Pressed { package let at: Stamp }
package struct GiveUp: Pressed { package let at: Stamp }
package struct Skip: Pressed {
    /// Scripts give it with the key.
    var reason: String?
    package let at: Stamp
}
/// The task that was run last is run once more.
package struct Repeat: Pressed { package let at: Stamp }
/// Words for a pause.
package struct Explain: Pressed { package let at: Stamp }
/// The codebook.
package struct OpenCodes: Pressed { package let at: Stamp }
/// Moves a rater's code to another time of the task.
package struct OpenTime: Pressed { package let at: Stamp }
/// Of the last problem or assist.
package struct Grade: Pressed {
    package let number: Int
    package let at: Stamp
}
/// An external recording was started at this key.
package struct StartRecording: Pressed { package let at: Stamp }
package struct Undo: Pressed { package let at: Stamp }
package struct WordLast: Pressed { package let at: Stamp }
/// The clock shall run on.
package struct GoOn: Pressed { package let at: Stamp }
package struct Accept: Pressed { package let at: Stamp }
package struct EndTask: Pressed { package let at: Stamp }
package struct Extend: Pressed {
    /// Scripts give it with the key.
    var reason: String?
    package let at: Stamp
}
package struct CheckAgain: Pressed { package let at: Stamp }
/// Ctrl-C.
package struct Leave: Pressed { package let at: Stamp }
package struct EndSession: Pressed { package let at: Stamp }

package struct MarkPressed: Pressed {
    package let kind: Marked.Kind
    var code: String?
    /// Given with the key, so that none are typed.
    var words: String?
    package let at: Stamp
}

package struct Typed: Pressed {
    package let text: String
    /// Whether options were seen numbered.
    package let numbered: Bool
    /// Needs no second Enter, where it is understood.
    var confirms = false
    package let at: Stamp
}

/// About once a second.
package struct Tick: Pressed { package let at: Stamp }

// MARK: - Answers to queries

struct Recorded: Message { let record: SessionRecord }
struct NotRecorded: Message { let error: DiagnosticError }
struct Prepared: Message { let payload: TaskPrepared; let at: Stamp }
struct NotPrepared: Message { let error: DiagnosticError }
/// Error while writing the instruction; the page shows it all the same.
struct Instructed: Message { let problem: String? }
struct Inspected: Message { let unsaved: String? }
struct Checked: Message { let finished: CheckFinished; let at: Stamp }
/// Nil if no snapshot could be taken; the session goes on without.
struct SnapshotTaken: Message { let hash: String? }
