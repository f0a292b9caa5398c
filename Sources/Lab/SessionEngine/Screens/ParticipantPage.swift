/// What the participant's terminal shows while the facilitator's keys are in another one: questions,
/// texts, the instruction of a task and what the study lets them be told; no clock, no marks.
package struct ParticipantPage: Sendable, Hashable, Codable {
    /// The study's title.
    package var study: String
    /// The participant sees and answers the page itself, without the facilitator's keys.
    package var isShared = false
    package var title = "One moment"
    /// Markdown.
    package var prose = ""
    /// Plain text.
    package var body = "The facilitator goes on in a moment."
    /// The workspace may be worked on.
    package var isAtWork = false
}

extension Screen {
    private static let participantKeys: Set<Key.Trigger> = [
        .enter, .character("y"), .character("n"), .character("b"),
    ]

    /// The screen as the participant may see it.
    package var forParticipant: Screen {
        var shown = self
        shown.left = participant.study
        (shown.clock, shown.marks, shown.trouble) = (nil, [], nil)
        guard participant.isShared else {
            shown.title = participant.title
            (shown.prose, shown.body) = (participant.prose, participant.body)
            (shown.options, shown.chosen, shown.keys, shown.line) = ([], nil, [], nil)
            (shown.notice, shown.isRefusal) = (nil, false)
            if over == nil { shown.moment = participant.isAtWork ? .running : .busy }
            return shown
        }
        shown.keys = keys.filter { Self.participantKeys.contains($0.trigger) }
        switch moment {
        case .question, .answered, .consentOption, .consentReview: break
        default: shown.notice = nil
        }
        return shown
    }
}
