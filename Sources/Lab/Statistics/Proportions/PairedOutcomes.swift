/// Numbers of participants who succeeded in both of two conditions, only in the first, only in the
/// second, and in neither. The caller leaves out participants with a missing outcome and reports
/// their number.
package struct PairedOutcomes: Sendable, Equatable {
    package var both: Int
    package var firstOnly: Int
    package var secondOnly: Int
    package var neither: Int

    package init(both: Int, firstOnly: Int, secondOnly: Int, neither: Int) {
        self.both = both
        self.firstOnly = firstOnly
        self.secondOnly = secondOnly
        self.neither = neither
    }

    package init(_ pairs: [(first: Bool, second: Bool)]) {
        self.init(both: 0, firstOnly: 0, secondOnly: 0, neither: 0)
        for pair in pairs {
            switch (pair.first, pair.second) {
            case (true, true): both += 1
            case (true, false): firstOnly += 1
            case (false, true): secondOnly += 1
            case (false, false): neither += 1
            }
        }
    }

    package var count: Int { both + firstOnly + secondOnly + neither }

    package struct McNemar: Sendable, Equatable {
        /// Exact two-sided p-value: the binomial tail over the discordant pairs, doubled, and at
        /// most 1. It is 1 if there are no discordant pairs.
        package var exact: Double
        /// Mid-p-value: like the exact p-value, but only half of the observed table's probability
        /// is counted. It is 1 if both discordant counts are equal.
        package var midP: Double
        /// The asymptotic test with χ² = (b − c)² / (b + c), where b is ``firstOnly`` and c is
        /// ``secondOnly``.
        package var chiSquared: Computed<ChiSquaredTest>
        /// The asymptotic test with continuity correction: |b − c| is reduced by 1, where b is
        /// ``firstOnly`` and c is ``secondOnly``.
        package var corrected: Computed<ChiSquaredTest>
        /// The odds ratio, ``firstOnly`` / ``secondOnly``.
        package var oddsRatio: Computed<Double>
        /// Difference of the two rates, first minus second.
        package var difference: Double
        /// Bonett and Price's adjusted Wald interval for the difference; not clipped.
        package var interval: Interval
    }

    /// Returns McNemar's test of two rates in the same participants (Psychometrika 12, 1947). The
    /// result includes exact and mid-p-values (Fagerland, Lydersen & Laake, BMC Medical Research
    /// Methodology 13, 2013), and the interval of Bonett & Price (Journal of Educational and
    /// Behavioral Statistics 37, 2012).
    package func mcNemar() -> Computed<McNemar> {
        guard count > 0 else { return .notComputable(because: "there are no pairs") }
        let (b, c, n) = (Double(firstOnly), Double(secondOnly), Double(count))
        let discordant = firstOnly + secondOnly
        let least = min(firstOnly, secondOnly)
        let tail = Binomial.lower(least, of: discordant, at: 0.5)
        let observed = discordant == 0 ? 1 : Binomial.mass(least, of: discordant, at: 0.5)
        func chiSquared(_ lessened: Double) -> Computed<ChiSquaredTest> {
            guard discordant > 0 else { return .notComputable(because: noDiscordance) }
            return .value(ChiSquaredTest(lessened * lessened / (b + c), df: 1))
        }
        let (p, q) = ((b + 1) / (n + 2), (c + 1) / (n + 2))
        let error = ((p + q - (p - q) * (p - q)) / (n + 2)).squareRoot()
        return .value(
            McNemar(
                exact: min(1, 2 * tail),
                midP: firstOnly == secondOnly ? 1 : 2 * (tail - observed / 2),
                chiSquared: chiSquared(b - c),
                corrected: chiSquared(max(0, abs(b - c) - 1)),
                oddsRatio: secondOnly > 0
                    ? .value(b / c)
                    : .notComputable(because: "the denominator of the odds ratio is zero"),
                difference: (b - c) / n,
                interval: Interval(p - q, plusMinus: Normal.critical() * error)
            )
        )
    }
}

/// Returns Cochran's Q test of k outcomes in the same participants (Biometrika 37, 1950): χ² with k
/// − 1 degrees of freedom, asymptotic. The caller excludes rows with a missing outcome.
package func cochranQ(_ rows: [[Bool]]) -> Computed<ChiSquaredTest> {
    guard rows.count > 1 else { return .notComputable(because: tooFewRows) }
    let k = rows[0].count
    guard k > 1, rows.allSatisfy({ $0.count == k }) else {
        return .notComputable(because: "there are fewer than two columns")
    }
    let totals = rows.map { Double($0.count(where: \.self)) }
    let columns = (0..<k).map { column in Double(rows.count { $0[column] }) }
    let width = Double(k)
    let spread = sum(totals.map { width * $0 - $0 * $0 })
    guard spread > 0 else { return .notComputable(because: noDiscordance) }
    let all = sum(columns)
    let q = (width - 1) * (width * sum(columns.map { $0 * $0 }) - all * all) / spread
    return .value(ChiSquaredTest(q, df: k - 1))
}

let noDiscordance = "each participant's outcomes are all the same"
