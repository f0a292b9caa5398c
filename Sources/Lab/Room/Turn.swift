import ContentHash
import SessionEngine

/// Names of what a page can answer now. The same question or task has the same name in a later process
/// of the session, so that a press that was kept meanwhile finds it.
enum Turn {
    static func participant(_ screen: Screen) -> String {
        let page = screen.participant
        return digest([
            page.isAsked ? moment(screen) : page.isAtWork ? "work" : "wait", page.title,
            page.body, page.progress, page.own.map { "\($0)" }.joined(),
        ])
    }

    /// An answer that the facilitator types and has not confirmed leaves the question what it is.
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
