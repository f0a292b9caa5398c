import ContentHash
import SessionEngine

/// Names for the question or task that a page shows. A restarted session computes the same names.
/// It therefore accepts key presses that a page could not send before the restart.
enum Turn {
    static func participant(_ screen: Screen) -> String {
        let page = screen.participant
        return digest([
            page.isAsked ? moment(screen) : page.isAtWork ? "work" : "wait", page.title,
            page.body, page.progress, page.own.map { "\($0)" }.joined(),
        ])
    }

    /// Returns the screen's moment as text. A question and the confirmation of its answer have the
    /// same text, because the facilitator may type the answer while the participant's page shows
    /// the question.
    private static func moment(_ screen: Screen) -> String {
        if case .answered(let key) = screen.moment { return "\(Screen.Moment.question(key))" }
        return "\(screen.moment)"
    }

    static func facilitator(_ screen: Screen) -> String {
        digest(["\(screen.moment)", screen.title, screen.body, screen.right])
    }

    private static func digest(_ parts: [String]) -> String {
        String(sha256(parts.flatMap { Array("\($0)\u{0}".utf8) }).prefix(16))
    }
}
