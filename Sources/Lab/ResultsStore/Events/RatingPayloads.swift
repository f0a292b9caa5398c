/// A rating by a rater other than the facilitator. It assigns a kind, such as a mistake, to an
/// event of a recorded session. It can add details, such as a code from the study's codebook.
package struct Rated: Sendable, Hashable, Codable {
    package var rater: String
    /// Number of the rating among the rater's ratings of the session: 1, 2, 3, …
    package var number: Int
    package var kind: Marked.Kind
    package var code: String?
    package var severity: Int?
    package var level: Int?
    package var run: Int?
    /// Time on the task's clock at the rated event, in nanoseconds; nil if it is not known.
    package var elapsed: Int64?
    package var text: String
    /// Whether outcomes and the text of the facilitator's marks were hidden from the rater.
    package var isBlind: Bool
    /// Number of the rated event within the session; nil in older files.
    package var about: Int?
    /// Number of the facilitator's mark to which the rating refers; nil if it refers to no mark.
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
        (self.about, self.mark, self.rater, self.number) = (about, mark, rater, number)
        (self.kind, self.code, self.severity, self.level) = (kind, code, severity, level)
        (self.run, self.elapsed, self.text, self.isBlind) = (run, elapsed, text, isBlind)
    }
}

/// A reference to a rating that its rater has undone.
package struct RatingReference: Sendable, Hashable, Codable {
    package var rater: String
    package var number: Int

    package init(rater: String, number: Int) { (self.rater, self.number) = (rater, number) }
}

/// Payload of the event recorded when a rater has viewed the whole session. If a mark of the
/// facilitator has no rating by then, the rater decided not to rate it.
package struct RatingFinished: Sendable, Hashable, Codable {
    package var rater: String
    package var isBlind: Bool

    package init(rater: String, isBlind: Bool) { (self.rater, self.isBlind) = (rater, isBlind) }
}
