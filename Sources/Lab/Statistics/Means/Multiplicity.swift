/// Corrections of p-values for multiple testing. A p-value is nil if the test could not be
/// computed. Such a p-value stays nil, and its test is not counted in the family of tests.
package enum Multiplicity {
    /// Returns p-values with Holm's step-down correction (Scandinavian Journal of Statistics 6,
    /// 1979). In ascending order, the i-th of m p-values is multiplied by m − i + 1. Each result is
    /// at least the previous result and at most 1. Controls the familywise error rate under any
    /// dependence between the tests.
    package static func holm(_ p: [Double?]) -> [Double?] {
        let known = p.enumerated().compactMap { place, value in value.map { (place, $0) } }
        var result = [Double?](repeating: nil, count: p.count)
        var highest = 0.0
        for (rank, (place, value)) in known.sorted(by: { $0.1 < $1.1 }).enumerated() {
            highest = max(highest, min(1, value * Double(known.count - rank)))
            result[place] = highest
        }
        return result
    }
}
