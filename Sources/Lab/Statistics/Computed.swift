/// A statistic, or the reason why there is none: never NaN, never a zero that means "unknown".
package enum Computed<Value> {
    case value(Value)
    /// A clause that completes "not computable, because …".
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
}

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
}

/// Confidence of every interval: 95 %, two-sided.
package let confidence = 0.95
