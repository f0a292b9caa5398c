extension TwoRates {
    /// Returns Newcombe's hybrid score interval for the difference of the two proportions, p₁ − p₂,
    /// without continuity correction (Statistics in Medicine 17, 1998, method 10). Always within
    /// −1…1.
    package func newcombe() -> Interval {
        let one = wilsonInterval(Double(first.x), n1, confidence)
        let two = wilsonInterval(Double(second.x), n2, confidence)
        func hypotenuse(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }
        return Interval(
            low: difference - hypotenuse(p1 - one.low, two.high - p2),
            high: difference + hypotenuse(one.high - p1, p2 - two.low)
        )
    }

    /// Returns the adjusted Wald interval for the difference of the two proportions, p₁ − p₂: z²/4
    /// successes and z²/2 attempts are added to each group (Sauro & Lewis, Quantifying the User
    /// Experience, ch. 5). Not clipped: the interval may extend beyond −1…1.
    package func adjustedWaldDifference() -> Interval {
        let z = Normal.critical()
        return adjusted(by: z * z / 4, z)
    }

    /// Returns Agresti and Caffo's interval for the difference of the two proportions, p₁ − p₂: one
    /// success and two attempts are added to each group (The American Statistician 54, 2000). Not
    /// clipped.
    package func agrestiCaffo() -> Interval { adjusted(by: 1, Normal.critical()) }

    private func adjusted(by successes: Double, _ z: Double) -> Interval {
        let (m1, m2) = (n1 + 2 * successes, n2 + 2 * successes)
        let q1 = (Double(first.x) + successes) / m1
        let q2 = (Double(second.x) + successes) / m2
        let variance = q1 * (1 - q1) / m1 + q2 * (1 - q2) / m2
        return Interval(q1 - q2, plusMinus: z * variance.squareRoot())
    }
}
