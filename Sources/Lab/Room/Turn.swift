import ContentHash
import SessionEngine

/// Names for the question or task that a page shows. A restarted session computes the same names,
/// so it accepts presses that a page could not send before the restart.
enum Turn {
    static func participant(_ screen: Screen) -> String {
        let page = screen.participant
        return digest([
            page.isAsked ? moment(screen) : page.isAtWork ? "work" : "wait", page.title,
            page.body, page.progress, page.own.map { "\($0)" }.joined(),
        ])
    }

    /// Returns the moment as text. The text does not change when the facilitator types an answer;
    /// it changes when the facilitator confirms the answer.
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
