import Foundation

/// The error for a value that cannot be imported. It contains the value's key path and the reason,
/// both as text for reports.
package struct ImportFlaw: Error {
    package var path: String
    package var reason: String
    /// Whether the object violates a uniqueness constraint, because another record has the same
    /// values. The import tries again later, when the other record may have different values.
    package var isCollision: Bool

    package init(path: String = "", reason: String, isCollision: Bool = false) {
        self.path = path
        self.reason = reason
        self.isCollision = isCollision
    }

    /// Returns the flaw with a path that begins at a containing object: `key` followed by the
    /// current path. `key` is the key path from the containing object to the object or value at
    /// which the current path begins. If `key` is empty, returns the flaw unchanged.
    func under(_ key: String) -> ImportFlaw {
        if key.isEmpty { return self }
        let separator = path.isEmpty || path.hasPrefix("[") ? "" : "."
        var flaw = self
        flaw.path = "\(key)\(separator)\(path)"
        return flaw
    }
}

/// Converter of imported values to stored values of one attribute.
struct ImportConversion {
    let kind: AttributeDescription.Kind
    private let dates: ImportDates

    init(_ attribute: AttributeDescription) {
        kind = attribute.kind
        dates = ImportDates(format: attribute.userInfo["DateFormat"])
    }

    /// Returns the value to store.
    ///
    /// - Throws: `ImportFlaw` if the value cannot be converted to the attribute's type.
    func stored(_ value: ImportValue) throws -> StoredValue {
        guard let result = converted(value) else {
            throw ImportFlaw(reason: "expected \(expected), found \(found(value))")
        }
        return result
    }

    private func converted(_ value: ImportValue) -> StoredValue? {
        switch (kind, value) {
        case (_, .null): return .null
        case (.string, .text(let text)): return .text(text)
        case (.string, .integer(let number)): return .text(String(number))
        case (.string, .number(let text)): return .text(text)
        case (.integer16, _), (.integer32, _), (.integer64, _): return whole(value)
        case (.boolean, .boolean(let value)): return StoredValue(value)
        case (.boolean, .integer(let number)) where number == 0 || number == 1:
            return .integer(number)
        case (.boolean, .text(let text)): return truth(text)
        case (.double, _), (.float, _): return real(value)
        case (.decimal, .integer(let number)): return .text(String(number))
        case (.decimal, .number(let text)), (.decimal, .text(let text)):
            return decimal(text).map { StoredValue($0) }
        case (.date, .date(let date)): return StoredValue(date)
        case (.date, .integer(let seconds)):
            return StoredValue(Date(timeIntervalSince1970: Double(seconds)))
        case (.date, .number(let text)):
            guard let seconds = Double(text), seconds.isFinite else { return nil }
            return StoredValue(Date(timeIntervalSince1970: seconds))
        case (.date, .text(let text)): return dates.seconds(text).map(StoredValue.real)
        case (.binary, .data(let data)): return .data(data)
        case (.binary, .text(let text)): return Data(base64Encoded: text).map(StoredValue.data)
        case (.uuid, .text(let text)):
            return UUID(uuidString: text).map { StoredValue($0) }
        case (.uri, .text(let text)): return URL(string: text).map { StoredValue($0) }
        default: return nil
        }
    }

    private func whole(_ value: ImportValue) -> StoredValue? {
        let number: Int64? =
            switch value {
            case .integer(let number): number
            case .boolean(let value): value ? 1 : 0
            case .number(let text): wholeNumber(text)
            case .text(let text): Int64(text)
            default: nil
            }
        return number.flatMap { kind.integers?.contains($0) == true ? .integer($0) : nil }
    }

    /// Returns the number in `text`, such as `1.0` or `1e3`; nil if it is not a whole number in the
    /// range of `Int64`.
    private func wholeNumber(_ text: String) -> Int64? {
        // Swift prints the shortest text that identifies a Double: 2^60 becomes
        // "1.152921504606847e+18". Text in this form is read as the exact value of that Double.
        if let number = Double(text), "\(number)" == text { return Int64(exactly: number) }
        // Other texts are parsed as decimals, because a Double cannot represent every `Int64`.
        return decimal(text).flatMap { Int64("\($0)") }
    }

    private func real(_ value: ImportValue) -> StoredValue? {
        let number: Double? =
            switch value {
            case .integer(let number): Double(number)
            case .number(let text), .text(let text): isHexadecimal(text) ? nil : Double(text)
            default: nil
            }
        guard let number else { return nil }
        let stored = kind == .float ? Double(Float(number)) : number
        return stored.isFinite ? .real(stored) : nil
    }

    private func truth(_ text: String) -> StoredValue? {
        switch text.lowercased() {
        case "true", "yes", "1": .integer(1)
        case "false", "no", "0": .integer(0)
        default: nil
        }
    }

    private func decimal(_ text: String) -> Decimal? {
        // `Decimal(string:)` ignores any text after the longest numeric prefix, and reads "-inf" as
        // 0. Such text is rejected here.
        isDecimal(text) ? Decimal(string: text) : nil
    }

    private var expected: String {
        switch kind {
        case .string: "a string"
        case .integer16: "a 16-bit whole number"
        case .integer32: "a 32-bit whole number"
        case .integer64: "a 64-bit whole number"
        case .boolean: "a truth value"
        case .double, .float, .decimal: "a number"
        case .date: "a date in the format \(dates.format), or seconds since 1970"
        case .binary: "data in base64"
        case .transformable: "null (collections cannot be imported)"
        case .uuid: "a UUID"
        case .uri: "a URL"
        }
    }

    private func found(_ value: ImportValue) -> String {
        switch (kind, value) {
        case (.date, .text), (.binary, .text), (.uuid, .text), (.uri, .text):
            "a string in another format"
        case (.integer16, .integer), (.integer32, .integer), (.integer16, .number),
            (.integer32, .number), (.integer64, .number):
            "a number that is out of range or has a fraction"
        case (.double, .number), (.float, .number), (.decimal, .number), (.date, .number):
            "a number that is out of range"
        case (_, .text(let text)) where kind.isNumeric && Double(text) != nil:
            isHexadecimal(text) ? "a hexadecimal number" : found(.number(text))
        default: value.words
        }
    }
}
