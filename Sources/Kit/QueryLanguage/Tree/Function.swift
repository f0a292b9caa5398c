/// The functions of the language. The list is closed; other names are diagnosed.
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

    /// Number of arguments. Nil for one list or any number of values.
    package var argumentCount: Int? {
        switch self {
        case .sum, .count, .min, .max, .average, .median, .stddev: nil
        case .add, .subtract, .multiply, .divide, .modulus, .power, .bitwiseAnd, .bitwiseOr,
            .bitwiseXor, .shiftLeft, .shiftRight:
            2
        case .now: 0
        default: 1
        }
    }
}

/// Selectors that `FUNCTION` can send to a value. The list is closed.
package enum Selector: String, Sendable, Hashable, CaseIterable {
    case length
    case uppercaseString, lowercaseString
    case integerValue, doubleValue
    case substringFromIndex = "substringFromIndex:"
    case substringToIndex = "substringToIndex:"
    case stringByAppendingString = "stringByAppendingString:"

    package var argumentCount: Int { rawValue.count { $0 == ":" } }
}

/// Target types of `CAST`, with Foundation's names.
package enum CastType: String, Sendable, Hashable, CaseIterable {
    case number = "NSNumber"
    case decimal = "NSDecimalNumber"
    case string = "NSString"
    /// From seconds since 2001-01-01 00:00 UTC.
    case date = "NSDate"
    case uuid = "NSUUID"
}
