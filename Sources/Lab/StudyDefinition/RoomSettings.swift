/// What a study says about the participant's page.
package struct RoomSettings: Sendable, Hashable, Codable {
    /// The page shows the clock of a task.
    package var showsClock: Bool
    /// BCP 47 code of the page's language, such as `ar`; `en` without a setting.
    package var language: String
    /// Words of the page in the study's own language: English → shown.
    package var words: [String: String]
    /// Seconds without a mark after which the facilitator is reminded of thinking aloud.
    package var silence: Double?

    package init(
        showsClock: Bool = false,
        language: String = "en",
        words: [String: String] = [:],
        silence: Double? = nil
    ) {
        (self.showsClock, self.language, self.words) = (showsClock, language, words)
        self.silence = silence
    }
}
