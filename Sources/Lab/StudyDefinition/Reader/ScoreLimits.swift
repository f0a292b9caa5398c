import Instruments

/// The smallest and the greatest possible value of a score. An end without a limit is infinite.
struct ScoreLimits {
    let low: Double
    let high: Double

    /// Creates the limits of the score `name`. Returns nil if there is no such score, or if its
    /// limits are not valid.
    init?(of name: String, in questionnaires: [Questionnaire]) {
        guard let scored = questionnaires.scored(as: name) else { return nil }
        switch scored.item?.kind {
        case .scale(let min, let max, _, _): (low, high) = (Double(min), Double(max))
        case .number(let min, let max, _): (low, high) = (min ?? -.infinity, max ?? .infinity)
        default:
            // The answers determine which score of an instrument is its main score. The limits
            // therefore include the limits of all scores.
            guard let use = scored.questionnaire.instrument,
                let instrument = try? InstrumentLibrary.instrument(use.id)
            else { return nil }
            let limits = instrument.scores.compactMap { instrument.limits(of: $0.id) }
            guard let least = limits.map(\.lowerBound).min(),
                let most = limits.map(\.upperBound).max()
            else { return nil }
            (low, high) = (least, most)
        }
        if low > high { return nil }
    }

    func contains(_ value: Double) -> Bool { value >= low && value <= high }

    /// The range of possible values as text, such as `a value from 1 to 7`.
    var words: String {
        if low == -.infinity { return "a value of at most \(Self.plain(high))" }
        if high == .infinity { return "a value of at least \(Self.plain(low))" }
        return "a value from \(Self.plain(low)) to \(Self.plain(high))"
    }

    static func plain(_ value: Double) -> String {
        Int(exactly: value).map(String.init) ?? "\(value)"
    }
}
