import ContentHash
import SessionEngine

/// Names for the question or task that a page shows. A later process of the session computes the
/// same names, so that it still accepts a press that the page kept in the meantime.
enum Turn {
    static func participant(_ screen: Screen) -> String {
        let page = screen.participant
        return digest([
            page.isAsked ? moment(screen) : page.isAtWork ? "work" : "wait", page.title,
            page.body, page.progress, page.own.map { "\($0)" }.joined(),
        ])
    }

    /// Returns the moment as text. The text is the same before and after the facilitator types an
    /// answer, until the facilitator confirms that answer.
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
