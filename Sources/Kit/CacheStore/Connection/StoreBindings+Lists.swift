public import DataAccess
public import Foundation

/// Lists are bound as JSON text, which a query takes apart with `json_each`.
///
/// SQLite's JSON ends a string at U+0000. A list therefore has U+FFFF and `0` in its place, U+FFFF and
/// `1` in that of U+FFFF, and the query gives each element to `store_element`, which takes it back.
extension StoreBindings {
    package convenience init(of statement: OpaquePointer) { self.init(statement: statement) }

    /// Texts, for `IN`.
    public func bind(list values: [String], at position: Int32) throws {
        try bind(values.map(listElementText), at: position)
    }

    /// Integers, for `IN`.
    public func bind(list values: [Int64], at position: Int32) throws {
        try bind(values.map(String.init), at: position)
    }

    /// Integers, for `IN`.
    public func bind(list values: [Int32], at position: Int32) throws {
        try bind(values.map(String.init), at: position)
    }

    /// Integers, for `IN`.
    public func bind(list values: [Int16], at position: Int32) throws {
        try bind(values.map(String.init), at: position)
    }

    /// Each 1 or 0, for `IN`.
    public func bind(list values: [Bool], at position: Int32) throws {
        try bind(values.map { $0 ? "1" : "0" }, at: position)
    }

    /// A number that is none is kept as NULL, which equals no number.
    public func bind(list values: [Double], at position: Int32) throws {
        let texts = values.map { value in
            value.isNaN ? "null" : value.isInfinite ? (value < 0 ? "-9e999" : "9e999") : "\(value)"
        }
        try bind(texts, at: position)
    }

    /// The value as a list of `Double`.
    public func bind(list values: [Float], at position: Int32) throws {
        try bind(list: values.map(Double.init), at: position)
    }

    /// Seconds since 2001-01-01 00:00 UTC, for `IN`.
    public func bind(list values: [Date], at position: Int32) throws {
        try bind(list: values.map(\.timeIntervalSinceReferenceDate), at: position)
    }

    /// Texts, for `IN`.
    public func bind(list values: [Decimal], at position: Int32) throws {
        try bind(list: values.map { "\($0)" }, at: position)
    }

    /// Texts in capitals, for `IN`.
    public func bind(list values: [UUID], at position: Int32) throws {
        try bind(list: values.map(\.uuidString), at: position)
    }

    /// Texts in base 64, which the query gives to `store_bytes`.
    public func bind(list values: [Data], at position: Int32) throws {
        try bind(values.map(listElementText), at: position)
    }

    /// Texts, for `IN`.
    public func bind(list values: [URL], at position: Int32) throws {
        try bind(list: values.map(\.absoluteString), at: position)
    }

    /// Identities of records, for `IN`.
    public func bind(identities: [some RecordIdentity], at position: Int32) throws {
        let texts = identities.map { identity in
            switch identity.value.storedValue {
            case .integer(let number): String(number)
            case .text(let text): listElementText(text)
            case .null, .real, .data: "null"
            }
        }
        try bind(texts, at: position)
    }

    private func bind(_ elements: [String], at position: Int32) throws {
        try bind("[\(elements.joined(separator: ","))]", at: position)
    }
}

/// Bytes as an element of the JSON that binds a list; `store_bytes` is its reverse.
func listElementText(_ data: Data) -> String { "\"\(data.base64EncodedString())\"" }

/// A string as an element of the JSON that binds a list; `listElement` is its reverse.
func listElementText(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\0": result += "\u{FFFF}0"
        case "\u{FFFF}": result += "\u{FFFF}1"
        case "\u{1}"..<" ":
            let digits = String(scalar.value, radix: 16)
            result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}

/// An element as it was before it was bound with others.
func listElement(_ bound: String) -> String {
    var result = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in bound.unicodeScalars {
        if isEscaped {
            result.append(scalar == "0" ? "\0" : "\u{FFFF}")
            isEscaped = false
        } else if scalar == "\u{FFFF}" {
            isEscaped = true
        } else {
            result.append(scalar)
        }
    }
    return String(result)
}
