/// A study's settings for the participant's page.
package struct RoomSettings: Sendable, Hashable, Codable {
    /// Whether the page shows the clock of a task.
    package var showsClock = false
    /// BCP 47 code of the page's language, such as `ar`. The default is `en`.
    package var language = "en"
    /// Texts of the page in the study's language. Each key is either the English text or a name
    /// such as `page.saved`.
    package var words: [String: String] = [:]
    /// Number of seconds without a marked event after which the facilitator is asked whether to
    /// remind the participant to think aloud. Applies only while the clock of a task runs. Nil if
    /// the facilitator is never asked.
    package var silence: Double?
}
