import Foundation

/// Estimates of the proportion of existing problems that a usability test has found. They are
/// computed from a matrix of participants (rows) and problems (columns).
///
/// Assumes that participants are independent, and that a given problem has the same probability for
/// every participant. The probability varies between problems, so every estimate from few
/// participants is rough. Problems that no participant had are dropped.
package struct ProblemDiscovery: Sendable {
    package var participants: Int
    package var problems: Int
    /// For each problem, the number of participants who had it.
    package var counts: [Int]
    private let matrix: [[Bool]]

    package init?(_ matrix: [[Bool]]) {
        guard let width = matrix.first?.count, matrix.allSatisfy({ $0.count == width }) else {
            return nil
        }
        let seen = (0..<width).filter { column in matrix.contains { $0[column] } }
        guard !seen.isEmpty else { return nil }
        self.matrix = matrix.map { row in seen.map { row[$0] } }
        participants = matrix.count
        problems = seen.count
        counts = seen.map { column in matrix.count { $0[column] } }
    }

    package var singletons: Int { counts.count { $0 == 1 } }
    package var doubletons: Int { counts.count { $0 == 2 } }

    /// Proportion of the matrix's cells that are `true`. With few participants, it overestimates
    /// the frequency of problems.
    package var observed: Double { total / (n * k) }

    /// The observed proportion p with the Good–Turing adjustment: p / (1 + N₁/k), where N₁ is
    /// ``singletons`` and k is ``problems`` (Lewis, IJHCI 13, 2001).
    package var goodTuring: Double { observed / (1 + Double(singletons) / k) }

    /// The observed proportion p with the deflation adjustment: (p − 1/n)(1 − 1/n), where n is
    /// ``participants`` (Hertzum & Jacobsen, IJHCI 13, 2001).
    package var deflated: Double { (observed - 1 / n) * (1 - 1 / n) }

    /// The recommended estimate: the mean of `goodTuring` and `deflated`.
    package var combined: Double { (goodTuring + deflated) / 2 }

    /// Estimated proportion of all existing problems that have been found so far: 1 − (1 − p)ⁿ,
    /// where p is ``combined``.
    package var discoveredShare: Double { Self.share(found: combined, by: participants) }

    package var estimatedTotal: Computed<Double> {
        guard discoveredShare > 0 else { return .notComputable(because: nothingLeft) }
        return .value(k / discoveredShare)
    }

    /// Chao's bias-corrected lower bound on the total number of problems (Biometrics 43, 1987). It
    /// is k + (n − 1)/n · N₁(N₁ − 1) / (2(N₂ + 1)), where n is ``participants``, k is ``problems``,
    /// N₁ is ``singletons``, and N₂ is ``doubletons``.
    package var chao2: Double {
        let (one, two) = (Double(singletons), Double(doubletons))
        return k + (n - 1) / n * one * (one - 1) / (2 * (two + 1))
    }

    /// Good–Turing estimate of coverage: 1 − ``singletons`` / number of cells that are `true`.
    package var turingCoverage: Double { 1 - Double(singletons) / total }

    /// Expected number of problems seen by 1, 2, … participants: the exact mean over all orders of
    /// the participants.
    package var rarefaction: [Double] {
        // For each problem, the probability that no participant drawn so far had it.
        var missed = [Double](repeating: 1, count: counts.count)
        return (0..<participants).map { step in
            for (place, count) in counts.enumerated() {
                let left = max(0, participants - count - step)
                missed[place] = missed[place] * Double(left) / Double(participants - step)
            }
            return sum(missed.map { 1 - $0 })
        }
    }

    /// Hertzum & Jacobsen's any-two agreement: |A ∩ B| / |A ∪ B|, averaged over all pairs of
    /// participants. A and B are the sets of problems that the two participants of a pair had.
    /// Pairs in which neither had a problem are left out.
    package var anyTwoAgreement: Computed<Double> {
        var shares: [Double] = []
        for (place, first) in matrix.enumerated() {
            for second in matrix[(place + 1)...] {
                let union = zip(first, second).count { $0 || $1 }
                let common = zip(first, second).count { $0 && $1 }
                if union > 0 { shares.append(Double(common) / Double(union)) }
            }
        }
        return mean(shares).value.map { .value($0) }
            ?? .notComputable(because: "there are fewer than two participants")
    }

    private var n: Double { Double(participants) }
    private var k: Double { Double(problems) }
    private var total: Double { Double(counts.reduce(0, +)) }

    /// Returns the proportion of problems that n participants find if each problem occurs with
    /// probability p: 1 − (1 − p)ⁿ.
    package static func share(found p: Double, by participants: Int) -> Double {
        -expm1(Double(participants) * log1p(-min(1, max(0, p))))
    }

    /// Returns the number of participants needed to find the proportion `goal` of the problems, if
    /// each problem occurs with probability p: ⌈ln(1 − goal) / ln(1 − p)⌉ (Virzi, Human Factors 34,
    /// 1992).
    package static func participantsNeeded(finding goal: Double, at p: Double) -> Computed<Int> {
        guard goal > 0, goal < 1, p > 0, p <= 1 else {
            return .notComputable(because: "the goal and the probability must be between 0 and 1")
        }
        let exact = log1p(-goal) / log1p(-p)
        let needed = max(1, (exact - 1e-9).rounded(.up))
        guard let count = Int(exactly: needed) else { return .notComputable(because: notFinite) }
        return .value(count)
    }
}

private let nothingLeft = "the adjusted probability of a problem is not above zero"
