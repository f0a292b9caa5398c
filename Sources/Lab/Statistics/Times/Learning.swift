import Foundation

/// Change of time along the position of tasks, in two stages: a slope for each participant, then
/// Student's t on the slopes.
package struct LearningCurve: Sendable, Equatable {
    /// Slope of ln time on position, one a participant with two positive times or more.
    package var slopes: [Double]
    /// Of the mean slope; its ratio is the factor by which time changes from one position to the
    /// next.
    package var test: Computed<TTest>
}

/// Least-squares slope of ln time on position 0, 1, 2, … for each participant. Nil is a missing
/// time; zero times have no logarithm and count as missing, and a participant with fewer than two
/// times has no slope. Assumes one order of tasks for all: otherwise position and task differ, and
/// each row is in the order of its participant.
package func learningCurve(_ rows: [[Double?]], level: Double = confidence) -> LearningCurve {
    let slopes = rows.compactMap { row -> Double? in
        let points = row.enumerated().compactMap { place, time -> (Double, Double)? in
            guard let time, time > 0 else { return nil }
            return (Double(place), log(time))
        }
        return slope(points)
    }
    return LearningCurve(slopes: slopes, test: slopeTest(slopes, level: level))
}

private func slope(_ points: [(x: Double, y: Double)]) -> Double? {
    guard points.count > 1 else { return nil }
    let n = Double(points.count)
    let (x, y) = (sum(points.map(\.x)) / n, sum(points.map(\.y)) / n)
    let product = sum(points.map { ($0.x - x) * ($0.y - y) })
    return product / sum(points.map { ($0.x - x) * ($0.x - x) })
}

private func slopeTest(_ slopes: [Double], level: Double) -> Computed<TTest> {
    guard slopes.count > 1, !areEqual(slopes.map(roundedDifference)) else {
        return .notComputable(because: "it needs two participants with different slopes")
    }
    return oneSampleT(slopes, against: 0, level: level)
}
