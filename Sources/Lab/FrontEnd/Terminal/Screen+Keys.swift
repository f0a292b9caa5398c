import Diagnostics
import SessionEngine

extension Screen {
    /// Whether a shared terminal can show the facilitator's page instead of this page. False while
    /// the participant answers a question, because the facilitator's page may state how the last
    /// task ended.
    var hasFacilitatorPage: Bool { !participant.isAsked && isReducedWhenShared }

    /// Whether the front end handles the key `n` on this page and reads the text of the note. This
    /// is false on pages with marks, which have a key `n` of their own.
    var offersNotes: Bool { takesNotes && !keys.contains { $0.trigger == "n" } }

    /// Returns whether Enter submits `text`, the contents of the page's input field. True if the
    /// text differs from the field's initial text. Otherwise, Enter is a key of the page, such as
    /// "skip this question" or "keep it".
    func submits(_ text: String) -> Bool { text.trimmed != (line?.initial ?? "").trimmed }

    /// The digits that answer the page, and their effect. Nil if digits do not answer the page, or
    /// if the answer is typed in an input field.
    var answerKeys: (keys: String, words: String)? {
        if let scale { return ("\(scale.min)–\(scale.max)", "answer") }
        return options.isEmpty || line != nil ? nil : (optionNumbers, "choose")
    }

    /// The keys for the list of all keys, with their descriptions. The digits of a scale are left
    /// out; ``answerKeys`` describes them.
    var explainedKeys: [(key: Key, words: String)] {
        keys.filter { !$0.words.isEmpty && $0.words != $0.trigger.character }
            .map { ($0, $0.detail ?? $0.words) }
    }

    /// Returns whether `other` is an earlier version of this page. Both must have the same
    /// `moment`, title and `prose`; marks and notices may differ. `prose` is compared because it
    /// may be the only difference between two pages, such as two tutorials.
    ///
    /// Exception: while a mark's text is typed, `prose` may differ, because the instruction is no
    /// longer shown when the time limit is reached.
    func isSamePage(as other: Screen?) -> Bool {
        moment == other?.moment && title == other?.title
            && (prose == other?.prose || moment == .wording)
    }

    /// Returns whether this page has a notice that `other`, an earlier version of it, did not have.
    func isNotice(after other: Screen?) -> Bool { notice != nil && notice != other?.notice }

    /// Returns whether a mark was set or changed after the screen `before`. False if `before` shows
    /// a different task from this screen.
    func hasNewMarks(since before: Screen) -> Bool {
        title == before.title && !marks.isEmpty && marks != before.marks
    }

    /// Returns the last `count` marks, preceded by a line that states how many earlier marks are
    /// left out. That line is empty if there are none.
    func lastMarks(_ count: Int) -> [String] {
        let earlier = marks.count - count
        return [earlier > 0 ? "… \(counted(earlier, "earlier mark"))" : ""] + marks.suffix(count)
    }

    /// Name of the key that starts or continues the task's clock. Nil if the clock is running, or
    /// if the screen has no such key.
    var runningKey: String? {
        switch moment {
        case .failed, .faulty, .unsaved: "c"
        case .paused: "p"
        case .held, .ready: "Enter"
        default: nil
        }
    }

    /// Whether Esc means "no": the screen asks for a confirmation, and the answer "no" goes back. At
    /// other questions, such as consent, the answer "no" is recorded.
    var isAnsweredByEscape: Bool { [.ending, .givingUp, .leaving].contains(moment) }
}

extension Screen.Moment {
    /// Whether the facilitator opened this page, which has an input field or a list of codes, with
    /// a key. Keys that were pressed after that key and before the page was shown belong to the
    /// page.
    var isOpenedByKey: Bool { [.wording, .coding, .explaining].contains(self) }

    /// A message for people who use another program in the terminal. It states why the task's clock
    /// has stopped. Nil if no message is needed.
    var alert: String? {
        switch self {
        case .limit: "The time is up."
        case .held: "The clock was stopped because the machine was asleep."
        default: nil
        }
    }
}
