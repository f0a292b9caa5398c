extension TwoRates {
    /// Two-sided p-value of Fisher's exact test: the total probability of all tables that are at
    /// most as probable as the observed table (as in R and SciPy). Exact at every n.
    package var fisher: Double { fisherTails.below + fisherTails.equal }

    /// Mid-p-value of Fisher's test: like ``fisher``, but tables as probable as the observed table
    /// count only half.
    package var fisherMidP: Double { fisherTails.below + fisherTails.equal / 2 }

    /// Total hypergeometric probabilities of the tables that are less probable than the observed
    /// table (`below`), and of the tables that are as probable (`equal`). Two probabilities count
    /// as equal if their relative difference is at most 1e-9. Probabilities are computed as ratios
    /// from the mode outward, to avoid overflow.
    private var fisherTails: (below: Double, equal: Double) {
        let (low, high) = (max(0, successes - second.n), min(successes, first.n))
        var weights = [Double](repeating: 0, count: high - low + 1)
        let mode = min(high, max(low, (successes + 1) * (first.n + 1) / (total + 2)))
        func ratio(from x: Int) -> Double {
            Double(first.n - x) * Double(successes - x)
                / (Double(x + 1) * Double(second.n - successes + x + 1))
        }
        weights[mode - low] = 1
        for x in stride(from: mode, to: high, by: 1) {
            weights[x + 1 - low] = weights[x - low] * ratio(from: x)
        }
        for x in stride(from: mode, to: low, by: -1) {
            weights[x - 1 - low] = weights[x - low] / ratio(from: x - 1)
        }
        let observed = weights[first.x - low]
        let tolerance = observed * 1e-9
        let all = sum(weights)
        let below = sum(weights.filter { $0 < observed - tolerance })
        let equal = sum(weights.filter { abs($0 - observed) <= tolerance })
        return (below / all, equal / all)
    }
}
