import ContentHash
import SessionEngine

/// Hashes that identify the question or task that a page shows. A page sends its hash with each key
/// press or answer. The session ignores the press or answer if the page now has another hash. For
/// notes, the hash is not checked.
///
/// A restarted session computes the same hash for the same page. The session therefore accepts key
/// presses that a page could not send before the restart.
enum Turn {
    static func participant(_ screen: Screen) -> String {
        let page = screen.participant
        return digest([
            page.isAsked ? moment(screen) : page.isAtWork ? "work" : "wait", page.title,
            page.body, page.progress, page.own.map { "\($0)" }.joined(),
        ])
    }

    /// Returns text that identifies the input or event that the screen waits for
    /// (``Screen/Moment``).
    ///
    /// The text is the same for a question and for the confirmation of its answer. The hash of the
    /// participant's page therefore stays the same if the facilitator types the answer.
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
