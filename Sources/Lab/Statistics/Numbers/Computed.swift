/// A statistic, or the reason why it cannot be computed. The value is never NaN, and zero never
/// means "unknown".
package enum Computed<Value> {
    case value(Value)
    /// The reason, as a clause that completes "not computable, because …".
    case notComputable(because: String)

    package var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    package var reason: String? {
        if case .notComputable(let reason) = self { reason } else { nil }
    }

    package func map<Other>(_ transform: (Value) -> Other) -> Computed<Other> {
        switch self {
        case .value(let value): .value(transform(value))
        case .notComputable(let reason): .notComputable(because: reason)
        }
    }

    package func flatMap<Other>(_ transform: (Value) -> Computed<Other>) -> Computed<Other> {
        switch self {
        case .value(let value): transform(value)
        case .notComputable(let reason): .notComputable(because: reason)
        }
    }
}

extension Computed where Value == Double {
    /// Wraps a number; not computable if rounding or overflow produced NaN or infinity.
    init(finite number: Double) {
        self = number.isFinite ? .value(number) : .notComputable(because: notFinite)
    }
}

extension Computed where Value == Interval {
    init(finite interval: Interval) {
        let isFinite = interval.low.isFinite && interval.high.isFinite
        self = isFinite ? .value(interval) : .notComputable(because: notFinite)
    }
}

let notFinite = "a number is missing, too large or too small"

extension Computed: Sendable where Value: Sendable {}
extension Computed: Equatable where Value: Equatable {}

/// A two-sided confidence interval.
package struct Interval: Sendable, Equatable {
    package var low: Double
    package var high: Double

    package init(low: Double, high: Double) {
        self.low = low
        self.high = high
    }

    /// Creates the interval `centre` ± `half`.
    init(_ centre: Double, plusMinus half: Double) {
        self.init(low: centre - half, high: centre + half)
    }

    package func map(_ transform: (Double) -> Double) -> Interval {
        Interval(low: transform(low), high: transform(high))
    }

    /// Returns the interval clipped to the range of the estimated quantity.
    package func clipped(to range: ClosedRange<Double>) -> Interval {
        map { min(max($0, range.lowerBound), range.upperBound) }
    }
}

/// Default confidence level of all intervals: 95 %, two-sided.
package let confidence = 0.95
