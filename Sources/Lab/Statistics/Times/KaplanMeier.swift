import Foundation

/// Time until a participant succeeded, or until an attempt ended without success (right-censored).
package struct CensoredTime: Sendable, Equatable {
    package var time: Double
    package var succeeded: Bool

    package init(_ time: Double, succeeded: Bool) {
        self.time = time
        self.succeeded = succeeded
    }
}

/// The Kaplan–Meier (product-limit) curve of times to success (JASA 53, 1958).
///
/// Assumes that participants who gave up would have continued like those who were still working.
/// The caller leaves out participants without a time and reports their number. If one participant
/// gives up at the same time as another succeeds, both count as at risk.
package struct KaplanMeier: Sendable, Equatable {
    package struct Step: Sendable, Equatable {
        package var time: Double
        package var atRisk: Int
        package var successes: Int
        /// Estimated proportion of participants who have not succeeded by this time.
        package var survival: Double
        /// Log-log interval for ``survival``, from Greenwood's variance; not computable if
        /// ``survival`` is 0 or 1.
        package var interval: Computed<Interval>
    }

    package var count: Int
    package var successes: Int
    /// The steps of the curve, one for each time of success, ascending.
    package var steps: [Step]
    /// The largest time observed.
    package var longest: Double

    /// Returns the smallest time by which at least the proportion `share` of the participants has
    /// succeeded.
    package func time(by share: Double) -> Computed<Double> {
        guard let step = steps.first(where: { $0.survival <= 1 - share + tolerance }) else {
            return .notComputable(because: "too few participants succeeded")
        }
        return .value(step.time)
    }

    /// The median as computed by R's `survfit`. If the curve equals one half during a period, the
    /// median is the midpoint of that period.
    package var median: Computed<Double> {
        time(by: 0.5).map { first in
            guard let place = steps.firstIndex(where: { $0.time == first }),
                abs(steps[place].survival - 0.5) <= tolerance, place + 1 < steps.count
            else { return first }
            return (first + steps[place + 1].time) / 2
        }
    }

    /// Confidence interval for the median by Brookmeyer & Crowley (Biometrics 38, 1982), from the
    /// log-log intervals of the curve. R: `quantile(survfit(…, conf.type = "log-log"), 0.5)`. `low`
    /// is the first time at which the curve's lower confidence limit is at most one half. `high` is
    /// the first time at which the upper confidence limit is at most one half. An end is nil if its
    /// confidence limit stays above one half.
    package var medianInterval: (low: Double?, high: Double?) {
        func first(_ end: KeyPath<Interval, Double>) -> Double? {
            steps.first { step in
                step.interval.value.map { $0[keyPath: end] <= 0.5 + tolerance } ?? false
            }?.time
        }
        return (first(\.low), first(\.high))
    }

    /// The median as computed by statsmodels: the first time at which the curve is below one half.
    package var medianBelow: Computed<Double> {
        guard let step = steps.first(where: { $0.survival < 0.5 - tolerance }) else {
            return .notComputable(because: "too few participants succeeded")
        }
        return .value(step.time)
    }

    /// Restricted mean of the time to success: the area under the curve up to the largest observed
    /// time.
    package var restrictedMean: Double {
        var (area, start, height) = (0.0, 0.0, 1.0)
        for step in steps {
            area += height * (step.time - start)
            (start, height) = (step.time, step.survival)
        }
        return area + height * (longest - start)
    }
}

private let tolerance = 1e-12

package func kaplanMeier(_ times: [CensoredTime]) -> Computed<KaplanMeier> {
    guard let longest = times.map(\.time).max() else { return .notComputable(because: noValues) }
    guard times.allSatisfy({ $0.time >= 0 && $0.time.isFinite }) else {
        return .notComputable(because: "a time is below zero or not a number")
    }
    let sorted = times.sorted { $0.time < $1.time }
    let z = Normal.critical()
    var steps: [KaplanMeier.Step] = []
    var (survival, greenwood, start) = (1.0, 0.0, 0)
    while start < sorted.count {
        let time = sorted[start].time
        let end = sorted[start...].firstIndex { $0.time > time } ?? sorted.count
        let events = sorted[start..<end].count(where: \.succeeded)
        if events > 0 {
            let (atRisk, left) = (
                Double(sorted.count - start), Double(sorted.count - start - events)
            )
            survival = left == 0 ? 0 : survival * (left / atRisk)
            greenwood += Double(events) / (atRisk * left)
            steps.append(
                KaplanMeier.Step(
                    time: time,
                    atRisk: sorted.count - start,
                    successes: events,
                    survival: survival,
                    interval: logLogInterval(survival, greenwood, z)
                )
            )
        }
        start = end
    }
    return .value(
        KaplanMeier(
            count: times.count,
            successes: times.count(where: \.succeeded),
            steps: steps,
            longest: longest
        )
    )
}

private func logLogInterval(
    _ survival: Double,
    _ greenwood: Double,
    _ z: Double
) -> Computed<Interval> {
    guard survival > 0, survival < 1 else {
        return .notComputable(because: "the estimated proportion is 0 or 1")
    }
    let reach = z * greenwood.squareRoot() / abs(log(survival))
    return .value(Interval(low: pow(survival, exp(reach)), high: pow(survival, exp(-reach))))
}

/// Returns Rummel's estimate of the median time of all participants, including those who failed:
/// geometric mean of the successful times ÷ completion rate. Not computable if 60 % or fewer
/// succeeded (Journal of Usability Studies 9, 2014).
package func rummelMedian(_ times: [CensoredTime]) -> Computed<Double> {
    let successful = times.filter(\.succeeded).map(\.time)
    guard !successful.isEmpty else { return .notComputable(because: "nobody succeeded") }
    let completion = Double(successful.count) / Double(times.count)
    guard completion > 0.6 else {
        return .notComputable(because: "60 % of the participants or fewer succeeded")
    }
    return geometricMean(successful).map { $0 / completion }
}
