/// Returns the sum, computed by pairwise summation: the two halves are summed separately. Blocks of
/// up to 128 values are summed in eight partial sums. The error grows with log n instead of n. The
/// order of additions is the same as in NumPy's sum, so the results are identical.
func sum(_ values: [Double]) -> Double { values.withUnsafeBufferPointer { pairwise($0[...]) } }

private func pairwise(_ values: Slice<UnsafeBufferPointer<Double>>) -> Double {
    let count = values.count
    guard count > 128 else { return block(values) }
    let half = count / 2 - count / 2 % 8
    let middle = values.startIndex + half
    return pairwise(values[..<middle]) + pairwise(values[middle...])
}

private func block(_ values: Slice<UnsafeBufferPointer<Double>>) -> Double {
    let count = values.count
    guard count >= 8 else { return values.reduce(0, +) }
    let start = values.startIndex
    var lanes = SIMD8<Double>()
    for lane in 0..<8 { lanes[lane] = values[start + lane] }
    let whole = count - count % 8
    for place in stride(from: 8, to: whole, by: 8) {
        var next = SIMD8<Double>()
        for lane in 0..<8 { next[lane] = values[start + place + lane] }
        lanes += next
    }
    let halves = lanes.evenHalf + lanes.oddHalf
    let quarters = halves.evenHalf + halves.oddHalf
    return values[(start + whole)...].reduce(quarters[0] + quarters[1], +)
}
