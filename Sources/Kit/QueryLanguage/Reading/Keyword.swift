/// The reserved words of the predicate language. They are not case-sensitive. A key with the same
/// spelling must be preceded by `#`, as in `#in`.
enum Keyword: String, CaseIterable {
    case and, or, not
    case any, some, all, none
    case `in`, between, contains, beginswith, endswith, like, matches
    case `true`, yes, `false`, no, `nil`, null
    case `self`
    case truepredicate, falsepredicate
    case subquery, function, cast, ternary, fetch

    var comparison: Comparison.Operator? {
        switch self {
        case .in: .isIn
        case .between: .between
        case .contains: .contains
        case .beginswith: .beginsWith
        case .endswith: .endsWith
        case .like: .like
        case .matches: .matches
        default: nil
        }
    }

    var literal: Literal? {
        switch self {
        case .true, .yes: .boolean(true)
        case .false, .no: .boolean(false)
        case .nil, .null: .null
        default: nil
        }
    }

    var quantifier: Comparison.Quantifier? {
        switch self {
        case .any, .some: .any
        case .all: .all
        case .none: Comparison.Quantifier.none
        default: nil
        }
    }

    /// Whether the word is reserved only before a parenthesis, where it begins a call. In other
    /// places it is an ordinary key.
    var isCall: Bool {
        switch self {
        case .subquery, .function, .cast, .ternary, .fetch: true
        default: false
        }
    }

    /// Returns the keyword with this UTF-8 spelling, ignoring case; nil if there is none.
    static func spelled(_ bytes: ArraySlice<UInt8>) -> Keyword? {
        guard (2...14).contains(bytes.count), let key = packed(bytes) else { return nil }
        return table[key]
    }

    private static let table: [Packed: Keyword] = {
        var table: [Packed: Keyword] = [:]
        for keyword in allCases {
            if let key = packed(ArraySlice(keyword.rawValue.utf8)) { table[key] = keyword }
        }
        return table
    }()

    private struct Packed: Hashable {
        var low: UInt64
        var high: UInt64
    }

    /// Returns the letters in lowercase, with eight letters packed into each integer. Returns nil
    /// if a byte is not an ASCII letter.
    private static func packed(_ bytes: ArraySlice<UInt8>) -> Packed? {
        var result = Packed(low: 0, high: 0)
        for (position, byte) in bytes.enumerated() {
            let letter = byte | 0x20
            guard isASCIILetter(byte) else { return nil }
            if position < 8 {
                result.low = result.low << 8 | UInt64(letter)
            } else {
                result.high = result.high << 8 | UInt64(letter)
            }
        }
        return result
    }
}

/// Returns whether `key` must be written with the prefix `#`.
func isReserved(_ key: String) -> Bool { Keyword.spelled(ArraySlice(key.utf8)) != nil }
