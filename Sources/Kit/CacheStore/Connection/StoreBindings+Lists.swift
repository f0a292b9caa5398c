public import DataAccess
public import Foundation

/// Binds lists as JSON text, which the query expands with `json_each`.
///
/// SQLite's JSON functions end a string at U+0000. Strings in a list are therefore encoded: U+0000
/// becomes U+FFFF followed by `0`, and U+FFFF becomes U+FFFF followed by `1`. The query decodes
/// each string with `store_element`.
extension StoreBindings {
    /// Binds a list of texts, for the operator `IN`.
    public func bind(list values: [String], at position: Int32) throws {
        try bind(values.map(listElementText), at: position)
    }

    /// Binds a list of integers, for the operator `IN`.
    public func bind(list values: [Int64], at position: Int32) throws {
        try bind(values.map(String.init), at: position)
    }

    /// Binds a list of integers, for the operator `IN`.
    public func bind(list values: [Int32], at position: Int32) throws {
        try bind(values.map(String.init), at: position)
    }

    /// Binds a list of integers, for the operator `IN`.
    public func bind(list values: [Int16], at position: Int32) throws {
        try bind(values.map(String.init), at: position)
    }

    /// Binds a list of Booleans as integers, 1 or 0, for the operator `IN`.
    public func bind(list values: [Bool], at position: Int32) throws {
        try bind(values.map { $0 ? "1" : "0" }, at: position)
    }

    /// Binds a list of numbers, for the operator `IN`. NaN becomes NULL, which equals no number.
    public func bind(list values: [Double], at position: Int32) throws {
        try bind(values.map(listElementText), at: position)
    }

    /// Binds a list of numbers for the operator `IN`. The numbers are converted to `Double`.
    public func bind(list values: [Float], at position: Int32) throws {
        try bind(list: values.map(Double.init), at: position)
    }

    /// Binds a list of dates as seconds since 2001-01-01 00:00 UTC, for the operator `IN`.
    public func bind(list values: [Date], at position: Int32) throws {
        try bind(list: values.map(\.timeIntervalSinceReferenceDate), at: position)
    }

    /// Binds a list of decimals as texts, for the operator `IN`.
    public func bind(list values: [Decimal], at position: Int32) throws {
        try bind(list: values.map { "\($0)" }, at: position)
    }

    /// Binds a list of UUIDs as uppercase texts, for the operator `IN`.
    public func bind(list values: [UUID], at position: Int32) throws {
        try bind(list: values.map(\.uuidString), at: position)
    }

    /// Binds a list of data as base64 texts, for the operator `IN`. The query decodes them with
    /// `store_bytes`.
    public func bind(list values: [Data], at position: Int32) throws {
        try bind(values.map(listElementText), at: position)
    }

    /// Binds a list of URLs as texts, for the operator `IN`.
    public func bind(list values: [URL], at position: Int32) throws {
        try bind(list: values.map(\.absoluteString), at: position)
    }

    /// Binds a list of record identities, for the operator `IN`.
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

/// Returns a number as an element of the JSON array that is bound for a list. NaN becomes null.
func listElementText(_ number: Double) -> String {
    if number.isNaN { return "null" }
    return number.isFinite ? "\(number)" : number < 0 ? "-9e999" : "9e999"
}

/// Encodes bytes as an element of the JSON array that is bound for a list. The SQL function
/// `store_bytes` decodes the element.
func listElementText(_ data: Data) -> String { "\"\(data.base64EncodedString())\"" }

/// Encodes a string as an element of a list's JSON array. `listElement` decodes the element.
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

/// Returns the original text of a list element that `json_each` has read from the bound JSON array.
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
