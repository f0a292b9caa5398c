/// Reference values that a score is compared with. Only norms with a source are shipped.
package struct Norms: Sendable, Hashable {
    package struct Band: Sendable, Hashable {
        package var name: String
        /// Lowest score of the band.
        package var from: Double
    }

    /// The score they are about.
    package var score: String
    package var mean: Double?
    package var meanSource: String?
    package var grades: [Band]
    package var gradesSource: String?
    package var adjectives: [Band]
    package var adjectivesSource: String?
    /// Score and percentile, ascending.
    package var percentiles: [Point]
    package var percentilesSource: String?

    package struct Point: Sendable, Hashable {
        package var score: Double
        package var percentile: Double
    }

    /// The grade of an unrounded score.
    package func grade(_ score: Double) -> String? { band(score, in: grades) }
    package func adjective(_ score: Double) -> String? { band(score, in: adjectives) }

    /// Linear between the points of the table.
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

/// Levels that the scores of other products reached; a product must exceed the value.
package struct Benchmark: Sendable, Hashable {
    package var source: String
    /// From the best down.
    package var levels: [String]
    /// The name of a level that exceeds no limit.
    package var lowest: String
    /// Limits by score, in the order of the levels.
    package var values: [String: [Double]]

    package func level(_ value: Double, of score: String) -> String? {
        guard let limits = values[score] else { return nil }
        return zip(levels, limits).first { value > $1 }?.0 ?? lowest
    }
}
