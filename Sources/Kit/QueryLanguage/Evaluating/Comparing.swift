/// Returns whether two values are equal. Numbers and truth values are compared as numbers, strings
/// by code units after folding, and lists element by element. Values of different types are never
/// equal. `.null` equals only `.null`.
func areEqual(_ left: QueryValue, _ right: QueryValue, _ folding: ComparisonOptions) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.string(let a), .string(let b)):
        isSameText(folded(a, folding), folded(b, folding))
    case (.date(let a), .date(let b)): a == b
    case (.data(let a), .data(let b)): a == b
    case (.list(let a), .list(let b)):
        a.count == b.count && zip(a, b).allSatisfy { areEqual($0, $1, folding) }
    case (.object(let a), .object(let b)): a.isEqual(to: b)
    default:
        if let a = Number(left), let b = Number(right) { a.order(b) == 0 } else { false }
    }
}

/// Returns whether two strings have the same code units. Swift's `==` would also accept canonically
/// equivalent strings with different code units.
func isSameText(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

/// Compares two values. Returns a negative number if `left` comes before `right`, zero if they are
/// equal, and a positive number if `left` comes after `right`. Returns nil if values of these types
/// have no order.
///
/// Numbers are ordered by value, dates by time, and strings by code points after folding.
package func order(
    _ left: QueryValue,
    _ right: QueryValue,
    _ options: ComparisonOptions = []
) -> Int? {
    switch (left, right) {
    case (.string(let a), .string(let b)):
        let (first, second) = (folded(a, options.folding), folded(b, options.folding))
        if first.utf8.lexicographicallyPrecedes(second.utf8) { return -1 }
        return isSameText(first, second) ? 0 : 1
    case (.date(let a), .date(let b)): return a < b ? -1 : a == b ? 0 : 1
    default:
        guard let a = Number(left), let b = Number(right) else { return nil }
        return a.order(b)
    }
}

/// A number, either an integer or a real. A truth value counts as 0 or 1.
enum Number {
    case integer(Int64)
    case real(Double)

    init?(_ value: QueryValue) {
        switch value {
        case .boolean(let truth): self = .integer(truth ? 1 : 0)
        case .integer(let integer): self = .integer(integer)
        case .real(let real): self = .real(real)
        default: return nil
        }
    }

    var double: Double {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        }
    }

    /// The number as an integer; nil if it is not integral or does not fit in 64 bits.
    var exactInteger: Int64? {
        switch self {
        case .integer(let value): value
        case .real(let value): Int64(exactly: value)
        }
    }

    /// Returns -1 if this number is less than `other`, 0 if they are equal, and 1 if it is greater.
    /// Returns nil if either number is NaN. The result is exact even for integers that no `Double`
    /// can represent.
    func order(_ other: Number) -> Int? {
        switch (self, other) {
        case (.integer(let a), .integer(let b)): return a < b ? -1 : a == b ? 0 : 1
        case (.real(let a), .real(let b)):
            return a.isNaN || b.isNaN ? nil : a < b ? -1 : a == b ? 0 : 1
        case (.integer(let a), .real(let b)): return Self.order(a, b)
        case (.real(let a), .integer(let b)): return Self.order(b, a).map { -$0 }
        }
    }

    private static func order(_ integer: Int64, _ real: Double) -> Int? {
        if real.isNaN { return nil }
        if real >= 0x1p63 { return -1 }
        if real < -0x1p63 { return 1 }
        let whole = Int64(real.rounded(.towardZero))
        if integer != whole { return integer < whole ? -1 : 1 }
        let rest = real - real.rounded(.towardZero)
        return rest > 0 ? -1 : rest < 0 ? 1 : 0
    }
}
