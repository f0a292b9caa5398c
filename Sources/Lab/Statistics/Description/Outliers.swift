/// Returns the indices of values outside Tukey's fences (Exploratory Data Analysis, 1977). The
/// fences are 1.5 interquartile ranges below the lower quartile and above the upper quartile.
/// Quartiles are type 7 quantiles. Use the result to inspect values, never to exclude them.
package func tukeyOutliers(_ values: [Double]) -> Computed<[Int]> {
    guard values.count >= fewestForFences else {
        return .notComputable(because: "there are fewer than \(fewestForFences) values")
    }
    let sorted = values.sorted()
    let (low, high) = (quantile(ofSorted: sorted, at: 0.25), quantile(ofSorted: sorted, at: 0.75))
    let reach = 1.5 * (high - low)
    guard reach.isFinite else { return .notComputable(because: notFinite) }
    return .value(values.indices.filter { values[$0] < low - reach || values[$0] > high + reach })
}

/// Returns the indices of values whose modified z-score is above 3.5 (Iglewicz & Hoaglin, 1993).
/// The modified z-score is 0.6745 |ln x − m| / MAD, where m is the median of ln x and MAD the
/// median of |ln x − m|. Empty if more than half of the values are equal.
package func logOutliers(_ values: [Double]) -> Computed<[Int]> {
    logarithms(values).flatMap { logs in
        median(logs).flatMap { centre in
            medianAbsoluteDeviation(logs).map { deviation in
                guard deviation > 0 else { return [] }
                return logs.indices.filter { 0.6745 * abs(logs[$0] - centre) / deviation > 3.5 }
            }
        }
    }
}

private let fewestForFences = 4
