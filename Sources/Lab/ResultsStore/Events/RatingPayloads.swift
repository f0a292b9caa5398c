/// Rating of a recorded session by another rater.
package struct Rated: Sendable, Hashable, Codable {
    package var rater: String
    /// 1, 2, 3, … within the rater's codes of the session.
    package var number: Int
    package var kind: Marked.Kind
    package var code: String?
    package var severity: Int?
    package var level: Int?
    package var run: Int?
    /// Running time of the run that it is about, nanoseconds.
    package var elapsed: Int64?
    package var text: String
    /// The rater did not see the facilitator's marks.
    package var isBlind: Bool
    /// Number, within the session, of the event that it is about; nil in older files.
    package var about: Int?
    /// The facilitator's mark that it is about; nil if it is about another moment.
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

/// A rater's code that is taken back.
package struct RatingReference: Sendable, Hashable, Codable {
    package var rater: String
    package var number: Int

    package init(rater: String, number: Int) { (self.rater, self.number) = (rater, number) }
}

/// A rater has seen the whole session: a mark that they gave no code to is none to them.
package struct RatingFinished: Sendable, Hashable, Codable {
    package var rater: String
    package var isBlind: Bool

    package init(rater: String, isBlind: Bool) { (self.rater, self.isBlind) = (rater, isBlind) }
}
