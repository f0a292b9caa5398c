/// Reference values for interpreting a score. Only norms with a published source are shipped.
package struct Norms: Sendable, Hashable {
    package struct Band: Sendable, Hashable {
        package var name: String
        /// Lowest score in the band.
        package var from: Double
    }

    /// Id of the score that the norms describe.
    package var score: String
    package var mean: Double?
    package var meanSource: String?
    package var grades: [Band]
    package var gradesSource: String?
    package var adjectives: [Band]
    package var adjectivesSource: String?
    /// Pairs of score and percentile, ascending.
    package var percentiles: [Point]
    package var percentilesSource: String?

    package struct Point: Sendable, Hashable {
        package var score: Double
        package var percentile: Double
    }

    /// Returns the grade of an unrounded score; nil if the score has no grade.
    package func grade(_ score: Double) -> String? { band(score, in: grades) }
    package func adjective(_ score: Double) -> String? { band(score, in: adjectives) }

    /// Returns the percentile of a score, by linear interpolation between the points of the table;
    /// nil if the table does not cover the score.
    package func percentile(_ score: Double) -> Double? {
        guard let first = percentiles.first, let last = percentiles.last,
            (first.score...last.score).contains(score)
        else { return nil }
        for (low, high) in zip(percentiles, percentiles.dropFirst()) where score <= high.score {
            let share = (score - low.score) / (high.score - low.score)
            return low.percentile + share * (high.percentile - low.percentile)
        }
        return last.percentile
    }

    private func band(_ score: Double, in bands: [Band]) -> String? {
        bands.filter { $0.from <= score }.max { $0.from < $1.from }?.name
    }
}

/// Levels based on the scores of other products. A product reaches a level if its score exceeds the
/// level's limit.
package struct Benchmark: Sendable, Hashable {
    package var source: String
    /// Names of the levels, from best to worst.
    package var levels: [String]
    /// Name of the level below all limits.
    package var lowest: String
    /// Limits of the levels, from best to worst, keyed by score id.
    package var values: [String: [Double]]

    package func level(_ value: Double, of score: String) -> String? {
        guard let limits = values[score] else { return nil }
        return zip(levels, limits).first { value > $1 }?.0 ?? lowest
    }
}
