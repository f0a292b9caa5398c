import ResultsStore
import SessionEngine
import Terminal

/// Text that is typed before its input field is shown, or whose field was closed before the text
/// could be recorded. No letter of such a text may act as a key of the session.
extension TerminalView {
    /// Keeps a key that was typed ahead of an input field. Returns false if no field is awaited; the
    /// key then has its usual effect. Ctrl-C drops the kept keys, and a second Ctrl-C has its usual
    /// effect.
    mutating func keeps(_ input: KeyPress<Stamp>) -> Bool {
        guard let keys = ahead, ![.endOfFile, .redraw].contains(input.key) else { return false }
        if input.key == .interrupt {
            ahead = keys.isEmpty ? nil : []
            return !keys.isEmpty
        }
        ahead = keys + [input]
        say(
            awaitsField
                ? "The session has not answered yet. The typed keys are kept; Ctrl-C drops them."
                : "The session has not answered yet.",
            at: input.at
        )
        return true
    }

    /// Ends the wait for an input field if the session did not answer. It may not have received the
    /// key, because the connection was lost.
    mutating func endOverdueWait(at now: Stamp) {
        guard let time = awaited.nanoseconds(to: now), time >= Self.longestAnswer else { return }
        endWait()
    }

    /// Ends the wait for an input field when the session shows another page, refuses the key that
    /// opens the field, or does not answer. The shown page then handles the kept keys. If it has no
    /// field for them, they become the text of a note.
    mutating func endWait() {
        guard var keys = ahead, let screen else { return }
        ahead = nil
        if !screen.moment.isOpenedByKey {
            guard home != .participant else { return }
            if !awaitsField {
                guard let first = keys.firstIndex(where: { opensField($0.key) }) else { return }
                keys.removeFirst(first + 1)
            }
            if note == nil { startNote() }
        }
        due = keys
    }

    /// Removes and returns the keys that were typed ahead of the present page.
    mutating func takeDue() -> [KeyPress<Stamp>] {
        defer { due = [] }
        return due
    }

    /// Returns whether a key is ignored on this page although it opens an input field. The letters
    /// after it are text, so they need a field.
    func ignoresStart(of input: KeyPress<Stamp>) -> Bool {
        home != .participant && editor == nil && opensField(input.key) && !takes(input)
    }

    private func opensField(_ key: TerminalKey) -> Bool {
        guard case .character(let character) = key, let screen = answerable else { return false }
        return character == "n" && screen.offersNotes
            || screen.keys.contains { $0.opensField && $0.trigger == .character(character) }
    }

    /// Opens the field for a note.
    mutating func startNote() { note = takeLost(initial: "") ?? LineEditor() }

    /// Closes the field for a note, and keeps its text for the next note.
    mutating func putNoteAside() {
        if let note { keep(note, initial: "") }
        note = nil
    }

    /// Keeps the text of a field that was closed, unless it is the field's initial text.
    mutating func keep(_ editor: LineEditor, initial: String) {
        if editor.text != initial { lost = (initial, editor) }
    }

    /// Removes and returns the text with which the field for a mark's text begins. Nil if there is
    /// none. A note that is being typed is such a text: no key opens the field during a note, so
    /// the field opened late, and its text was taken for a note.
    mutating func takeWords(initial: String?) -> LineEditor? {
        guard initial == "", let late = note else { return takeLost(initial: initial) }
        note = nil
        return late
    }

    /// Removes and returns the kept text of a field with the same initial text. Nil if there is
    /// none.
    mutating func takeLost(initial: String?) -> LineEditor? {
        guard let text = lost, text.initial == initial else { return nil }
        lost = nil
        return text.editor
    }
}

extension [KeyPress<Stamp>] {
    /// The keys with different time stamps, one nanosecond apart. Keys that are read together have
    /// the same stamp, but a stamp identifies a key press in the log.
    var inOrder: Self {
        enumerated().map { offset, input in
            KeyPress(key: input.key, at: input.at.advanced(by: Int64(offset)))
        }
    }
}
