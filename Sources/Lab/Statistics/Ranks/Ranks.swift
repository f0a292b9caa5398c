/// Midranks: equal values share the mean of their ranks. Ranks start at 1. Values are rounded to
/// 1e-10; otherwise, rounding errors of a mean could separate equal values.
struct Ranks {
    /// The ranks, in the order of the given values.
    var ranks: [Double]
    /// Σ(t³ − t) over the groups of t equal values; 0 without ties.
    var tieTerm: Double

    init(_ unrounded: [Double]) {
        let values = unrounded.map(roundedDifference)
        let order = values.indices.sorted { values[$0] < values[$1] }
        ranks = [Double](repeating: 0, count: values.count)
        tieTerm = 0
        var start = 0
        while start < order.count {
            var end = start + 1
            while end < order.count, values[order[end]] == values[order[start]] { end += 1 }
            let shared = Double(start + end + 1) / 2
            for place in start..<end { ranks[order[place]] = shared }
            let size = Double(end - start)
            tieTerm += size * size * size - size
            start = end
        }
    }

    var hasTies: Bool { tieTerm > 0 }
}

/// Method by which a p-value was computed.
package enum PMethod: String, Sendable {
    case exact, asymptotic
}

/// A p-value with the method that computed it.
package struct PValue: Sendable, Equatable {
    package var p: Double
    package var method: PMethod
}
