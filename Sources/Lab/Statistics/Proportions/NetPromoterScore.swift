/// Net promoter score from answers on a scale from 0 to 10: 100 × (proportion of answers 9 and 10 −
/// proportion of answers 0 to 6).
package struct NetPromoterScore: Sendable, Equatable {
    package var promoters: Int
    package var passives: Int
    package var detractors: Int

    /// Creates the score; nil if an answer is not a whole number from 0 to 10. The caller excludes
    /// missing answers.
    package init?(_ answers: [Double]) {
        guard answers.allSatisfy({ (0...10).contains($0) && $0 == $0.rounded() }) else {
            return nil
        }
        promoters = answers.count { $0 >= 9 }
        detractors = answers.count { $0 <= 6 }
        passives = answers.count - promoters - detractors
    }

    package var count: Int { promoters + passives + detractors }

    package var score: Computed<Double> {
        guard count > 0 else { return .notComputable(because: noValues) }
        return .value(100 * Double(promoters - detractors) / Double(count))
    }

    /// Returns the adjusted Wald estimate and interval, in points, not clipped to −100…100. Adds ¾
    /// to the number of promoters, ¾ to the number of detractors, and 3 to n. Uses the variance of
    /// a difference of two multinomial proportions (MeasuringU, "Three confidence intervals for the
    /// net promoter score").
    package func adjustedWald() -> Computed<(point: Double, interval: Interval)> {
        guard count > 0 else { return .notComputable(because: noValues) }
        let n = Double(count) + 3
        let (p, d) = ((Double(promoters) + 0.75) / n, (Double(detractors) + 0.75) / n)
        let error = ((p + d - (p - d) * (p - d)) / n).squareRoot()
        let point = p - d
        let interval = Interval(point, plusMinus: Normal.critical() * error).map { 100 * $0 }
        return .value((100 * point, interval))
    }
}
