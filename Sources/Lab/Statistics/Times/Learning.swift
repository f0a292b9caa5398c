import Foundation

/// The effect of a task's position in the session on the task time. It is estimated in two stages:
/// a slope for each participant, then Student's t test of the slopes.
package struct LearningCurve: Sendable, Equatable {
    /// Slopes of ln time over position, one for each participant with at least two times above
    /// zero.
    package var slopes: [Double]
    /// Test of the mean slope. ``TTest/ratio`` is the factor by which time changes from one
    /// position to the next.
    package var test: Computed<TTest>
}

/// Computes each participant's least-squares slope of ln time over the positions 0, 1, 2, …; then
/// tests the mean of the slopes. Each row contains the times of one participant, in the order in
/// which the participant did the tasks. If this order differs between participants, the same
/// position may belong to different tasks.
///
/// A nil element is a missing time. A time of zero has no logarithm and counts as missing. A
/// participant with fewer than two times has no slope.
package func learningCurve(_ rows: [[Double?]]) -> LearningCurve {
    let slopes = rows.compactMap { row -> Double? in
        let points = row.enumerated().compactMap { place, time -> (Double, Double)? in
            guard let time, time > 0 else { return nil }
            return (Double(place), log(time))
        }
        return slope(points)
    }
    guard slopes.count > 1, !areEqual(slopes) else {
        let reason = "fewer than two participants have a slope, or all slopes are equal"
        return LearningCurve(slopes: slopes, test: .notComputable(because: reason))
    }
    return LearningCurve(slopes: slopes, test: oneSampleT(slopes, against: 0))
}

private func slope(_ points: [(x: Double, y: Double)]) -> Double? {
    guard points.count > 1 else { return nil }
    let n = Double(points.count)
    let (x, y) = (sum(points.map(\.x)) / n, sum(points.map(\.y)) / n)
    let product = sum(points.map { ($0.x - x) * ($0.y - y) })
    return product / sum(points.map { ($0.x - x) * ($0.x - x) })
}
