package import Statistics

/// One participant's answers to an instrument, in the order of its items. An answer that is missing
/// or "not applicable" is nil.
package struct Response: Sendable, Hashable {
    package var answers: [Double?]
    /// Weights of the items, if the instrument has a weighted score; otherwise nil.
    package var weights: [Double]?

    package init(_ answers: [Double?], weights: [Double]? = nil) {
        self.answers = answers
        self.weights = weights
    }

    package var answered: Int { answers.count { $0 != nil } }
}

extension Instrument {
    /// Returns the reason why a response cannot be scored: a wrong number of answers, or an answer
    /// out of range. Nil if it can be scored.
    package func fault(in response: Response) -> String? {
        if response.answers.count != items.count {
            return wrongCount(response.answers.count)
        }
        for (place, item) in items.enumerated() {
            guard let answer = response.answers[place] else { continue }
            guard item.scale.contains(answer) else {
                return "answer \(place + 1) is \(plain(answer)), which is not on the scale from "
                    + "\(plain(item.scale.min)) to \(plain(item.scale.max))"
            }
        }
        return nil
    }

    /// Returns a score of one participant. If the score allows missing answers, they are left out
    /// of the mean. With `imputing`, missing answers count as the middle of the scale instead,
    /// except in a weighted score.
    package func value(
        of id: String,
        _ response: Response,
        imputing: Bool = false
    ) -> Computed<Double> {
        if let fault = fault(in: response) { return .notComputable(because: fault) }
        return value(of: id, response, imputing, depth: 0)
    }

    private func value(
        of id: String,
        _ response: Response,
        _ imputing: Bool,
        depth: Int
    ) -> Computed<Double> {
        guard let score = score(id), depth < scores.count else {
            return .notComputable(because: "\(name) has no score \"\(id)\"")
        }
        let raw: Computed<Double> =
            switch score.source {
            case .items(let numbers):
                if let weights = score.weights {
                    weighted(numbers, response, weights)
                } else {
                    meanOfItems(numbers, score, response, imputing)
                }
            case .scores(let parts):
                meanOfScores(parts.map { value(of: $0, response, imputing, depth: depth + 1) })
            }
        return raw.map { score.offset + score.factor * $0 }
    }

    private func meanOfItems(
        _ numbers: [Int],
        _ score: Score,
        _ response: Response,
        _ imputing: Bool
    ) -> Computed<Double> {
        let aligned = numbers.compactMap { number -> Double? in
            let item = items[number - 1]
            let answer = response.answers[number - 1] ?? (imputing ? item.scale.midpoint : nil)
            return answer.map(item.aligned)
        }
        let missing = numbers.count - aligned.count
        switch score.missing {
        case .upTo(let most) where missing > most:
            return .notComputable(
                because: missing == 1 ? "an answer is missing" : "\(missing) answers are missing"
            )
        default:
            return aligned.isEmpty
                ? .notComputable(because: "no answer was given")
                : .value(inRange(aligned.reduce(0, +), of: aligned.count, score))
        }
    }

    private func meanOfScores(_ parts: [Computed<Double>]) -> Computed<Double> {
        for part in parts where part.value == nil { return part }
        return mean(parts.compactMap(\.value))
    }

    /// Returns the weighted mean of the answers, (Σ answer · weight) ÷ Σ weight. The mean is not
    /// computable if an answer is missing, or if the weights are missing or violate `rule`.
    private func weighted(
        _ numbers: [Int],
        _ response: Response,
        _ rule: Score.Weights
    ) -> Computed<Double> {
        guard let weights = response.weights else {
            return .notComputable(because: "the participant assigned no weights to the items")
        }
        let fits = weights.allSatisfy { $0 >= 0 && $0 <= Double(rule.most) && $0 == $0.rounded() }
        guard weights.count == numbers.count, fits, weights.reduce(0, +) == Double(rule.count)
        else {
            return .notComputable(
                because: "the weights must be \(numbers.count) whole numbers from 0 to "
                    + "\(rule.most) that add up to \(rule.count)"
            )
        }
        let ratings = numbers.compactMap { number in
            response.answers[number - 1].map(items[number - 1].aligned)
        }
        guard ratings.count == numbers.count else {
            return .notComputable(because: "an answer is missing")
        }
        let total = zip(ratings, weights).reduce(0) { $0 + $1.0 * $1.1 }
        return .value(total / Double(rule.count))
    }

    /// Returns the mean of `count` answers with the sum `total`. If the score has a range, the mean
    /// is mapped to it linearly. Computes with the sum instead of the mean, so that a result that
    /// is a whole number has no rounding error.
    private func inRange(_ total: Double, of count: Int, _ score: Score) -> Double {
        guard let range = score.range else { return total / Double(count) }
        let width = range.upperBound - range.lowerBound
        let steps = Double(count) * (scale.max - scale.min)
        return range.lowerBound + (total - Double(count) * scale.min) * width / steps
    }

    /// Returns the smallest and the greatest possible value of a score. For a score of items,
    /// computes them from the items' scales. For a score of other scores, computes them from the
    /// limits of those scores. Returns nil if the score or one of those scores does not exist.
    package func limits(of id: String) -> ClosedRange<Double>? { limits(of: id, depth: 0) }

    private func limits(of id: String, depth: Int) -> ClosedRange<Double>? {
        guard let score = score(id), depth < scores.count else { return nil }
        let ends: [(low: Double, high: Double)]
        switch score.source {
        case .items(let numbers):
            ends = numbers.map { number in
                let item = items[number - 1]
                let values = [item.scale.min, item.scale.max].map {
                    let aligned = item.aligned($0)
                    return score.weights == nil ? inRange(aligned, of: 1, score) : aligned
                }
                return (values.min() ?? 0, values.max() ?? 0)
            }
        case .scores(let parts):
            let limits = parts.compactMap { self.limits(of: $0, depth: depth + 1) }
            guard limits.count == parts.count else { return nil }
            ends = limits.map { ($0.lowerBound, $0.upperBound) }
        }
        guard !ends.isEmpty else { return nil }
        // If all items or partial scores count equally, the limits are the means of their limits.
        // Otherwise, a single item may determine the score, because of its weight or because the
        // other answers are missing. The limits are then the extreme limits of the items.
        let isWhole = score.weights == nil && score.missing == .upTo(0)
        let (low, high) =
            isWhole || score.isOfScores
            ? (
                ends.reduce(0) { $0 + $1.low } / Double(ends.count),
                ends.reduce(0) { $0 + $1.high } / Double(ends.count)
            )
            : (ends.map(\.low).min() ?? 0, ends.map(\.high).max() ?? 0)
        let turned = [low, high].map { score.offset + score.factor * $0 }
        return min(turned[0], turned[1])...max(turned[0], turned[1])
    }

    /// Returns the position of a score between its worst (0) and its best possible value (1). Nil
    /// if the better end of the instrument is not known, or if the score has no range of possible
    /// values. Also nil for a score with a factor other than 1 or an offset other than 0.
    package func goodness(_ value: Double, of id: String) -> Double? {
        guard let score = score(id), better != .declared, score.factor == 1, score.offset == 0,
            let limits = limits(of: id), limits.lowerBound < limits.upperBound
        else { return nil }
        let share = (value - limits.lowerBound) / (limits.upperBound - limits.lowerBound)
        return better == .high ? share : 1 - share
    }
}

extension Instrument.Score {
    fileprivate var isOfScores: Bool { if case .scores = source { true } else { false } }
}

func plain(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }
