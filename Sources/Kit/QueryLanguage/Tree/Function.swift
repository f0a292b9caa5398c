/// The supported functions. Any other function name is an error.
package enum Function: String, Sendable, Hashable, CaseIterable {
    case sum, count, min, max, average, median, stddev
    case add = "add:to:"
    case subtract = "from:subtract:"
    case multiply = "multiply:by:"
    case divide = "divide:by:"
    case modulus = "modulus:by:"
    case power = "raise:toPower:"
    case sqrt, ln, log, exp, abs, floor, ceiling, trunc
    case bitwiseAnd = "bitwiseAnd:with:"
    case bitwiseOr = "bitwiseOr:with:"
    case bitwiseXor = "bitwiseXor:with:"
    case shiftLeft = "leftshift:by:"
    case shiftRight = "rightshift:by:"
    case complement = "onesComplement"
    case uppercase, lowercase, length, canonical
    case now
    case noindex

    /// Number of arguments. Nil if the function accepts either one list or any number of values.
    package var argumentCount: Int? {
        switch self {
        case .sum, .count, .min, .max, .average, .median, .stddev: nil
        case .modulus: 2
        case .now: 0
        default: arithmetic == nil ? 1 : 2
        }
    }

    /// The arithmetic operator that is equivalent to the function; nil if there is none.
    package var arithmetic: ArithmeticOperator? {
        switch self {
        case .add: .add
        case .subtract: .subtract
        case .multiply: .multiply
        case .divide: .divide
        case .power: .power
        case .bitwiseAnd: .bitwiseAnd
        case .bitwiseOr: .bitwiseOr
        case .bitwiseXor: .bitwiseXor
        case .shiftLeft: .shiftLeft
        case .shiftRight: .shiftRight
        default: nil
        }
    }
}

/// Selectors that `FUNCTION` can call on a value. Any other selector is an error.
package enum Selector: String, Sendable, Hashable, CaseIterable {
    case length
    case uppercaseString, lowercaseString
    case integerValue, doubleValue
    case substringFromIndex = "substringFromIndex:"
    case substringToIndex = "substringToIndex:"
    case stringByAppendingString = "stringByAppendingString:"

    package var argumentCount: Int { rawValue.count { $0 == ":" } }
}

/// Types to which `CAST` can convert a value. The raw values are the names of Foundation's classes.
package enum CastType: String, Sendable, Hashable, CaseIterable {
    case number = "NSNumber"
    case decimal = "NSDecimalNumber"
    case string = "NSString"
    /// A date, converted from seconds since 2001-01-01 00:00 UTC.
    case date = "NSDate"
    case uuid = "NSUUID"
}
