import SessionEngine

extension LineFrontEnd.View {
    /// Takes the latest screen. If the screen answers the last line, the next line no longer waits.
    /// If another page came instead of an input field, the next line is the text of a note.
    mutating func settle(_ screen: Screen) {
        let before = latest
        latest = screen
        if !screen.participant.isAsked { isAnswering = false }
        // A new status of the participant's page also produces a screen. Such a screen is not the
        // engine's answer to a line.
        let isAnswer =
            awaitsField ? !screen.isSamePage(as: before) : screen.room == before?.room
        guard screen.moment != .busy, isAnswer else { return }
        if awaitsField, !screen.moment.isOpenedByKey { isNoting = home != .participant }
        (settles, awaitsField) = (nil, false)
    }
}
