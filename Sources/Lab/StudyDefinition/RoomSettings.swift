/// A study's settings for the participant's page.
package struct RoomSettings: Sendable, Hashable, Codable {
    /// Whether the page shows the clock of a task.
    package var showsClock = false
    /// BCP 47 code of the page's language, such as `ar`. The default is `en`.
    package var language = "en"
    /// Texts of the page in the study's language. The key of a text is the English text or the name
    /// of the text, such as `page.saved`.
    package var words: [String: String] = [:]
    /// Time without a mark, in seconds. After this time, the facilitator is asked whether to remind
    /// the participant to think aloud. Nil for no such question.
    package var silence: Double?
}
