import SessionEngine

extension LineFrontEnd.View {
    /// Takes the latest screen. If the screen answers the last line, ends the wait of the next
    /// line. If another page or a refusal came instead of an input field, the next line becomes the
    /// text of a note. Returns whether the next line becomes a note.
    @discardableResult mutating func settle(_ screen: Screen) -> Bool {
        let before = latest
        latest = screen
        if !screen.participant.isAsked { isAnswering = false }
        // A new status of the participant's page also produces a screen. Such a screen is not the
        // engine's answer to a line.
        var isAnswer = screen.room == before?.room
        if awaitsField {
            isAnswer = isAnswer && screen.isNotice(after: before) || !screen.isSamePage(as: before)
        }
        guard screen.moment != .busy, isAnswer else { return false }
        if screen.moment.isOpenedByKey { awaitsField = false }
        return endWait()
    }

    /// Ends the wait of the next line. If the line waited for an input field, it becomes the text
    /// of a note. Returns whether the line becomes a note.
    mutating func endWait() -> Bool {
        defer { (settles, awaitsField) = (nil, false) }
        guard awaitsField, home != .participant else { return false }
        isNoting = true
        return true
    }
}
