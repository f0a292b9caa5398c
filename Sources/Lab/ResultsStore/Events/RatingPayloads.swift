/// Rating of a recorded session by another rater.
package struct Rated: Sendable, Hashable, Codable {
    package var rater: String
    /// Number within the rater's codes of the session: 1, 2, 3, …
    package var number: Int
    package var kind: Marked.Kind
    package var code: String?
    package var severity: Int?
    package var level: Int?
    package var run: Int?
    /// Running time of the rated run, in nanoseconds.
    package var elapsed: Int64?
    package var text: String
    /// Whether the rater did not see the facilitator's marks.
    package var isBlind: Bool
    /// Number, within the session, of the rated event; nil in older files.
    package var about: Int?
    /// The rated mark of the facilitator; nil if the rating is about another moment.
    package var mark: Int?

    package init(
        rater: String,
        number: Int,
        kind: Marked.Kind,
        code: String? = nil,
        severity: Int? = nil,
        level: Int? = nil,
        run: Int?,
        elapsed: Int64?,
        text: String,
        isBlind: Bool,
        about: Int? = nil,
        mark: Int? = nil
    ) {
        (self.about, self.mark) = (about, mark)
        self.rater = rater
        self.number = number
        self.kind = kind
        (self.code, self.severity, self.level) = (code, severity, level)
        self.run = run
        self.elapsed = elapsed
        self.text = text
        self.isBlind = isBlind
    }
}

/// Identifies a rater's code that was taken back.
package struct RatingReference: Sendable, Hashable, Codable {
    package var rater: String
    package var number: Int

    package init(rater: String, number: Int) { (self.rater, self.number) = (rater, number) }
}

/// The rater has seen the whole session. A facilitator's mark to which the rater gave no code
/// counts as not coded by this rater.
package struct RatingFinished: Sendable, Hashable, Codable {
    package var rater: String
    package var isBlind: Bool

    package init(rater: String, isBlind: Bool) { (self.rater, self.isBlind) = (rater, isBlind) }
}
