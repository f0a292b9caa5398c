import Foundation

extension Evaluator {
    /// Returns the result of `FUNCTION(receiver, "selector")`. Returns nil in these cases:
    ///
    /// - The receiver or an argument has the wrong type.
    /// - A number is out of range.
    /// - A joined string would be longer than 16 MiB.
    func value(
        of selector: Selector,
        _ receiver: QueryValue,
        _ arguments: [QueryValue]
    ) -> QueryValue? {
        if case .null = receiver { return .null }
        switch selector {
        case .integerValue:
            if case .string(let text) = receiver { return .integer(leadingInteger(text)) }
            switch Number(receiver) {
            case .integer(let whole)?: return .integer(whole)
            case .real(let real)?:
                return Int64(exactly: real.rounded(.towardZero)).map { .integer($0) }
            case nil: return nil
            }
        case .doubleValue:
            if case .string(let text) = receiver { return .real(leadingNumber(text)) }
            return Number(receiver).map { .real($0.double) }
        default: break
        }
        guard case .string(let text) = receiver else { return nil }
        switch selector {
        case .length: return .integer(Int64(text.utf16.count))
        case .uppercaseString: return .string(text.uppercased())
        case .lowercaseString: return .string(text.lowercased())
        case .stringByAppendingString:
            // Without this limit, nested calls could double the text again and again.
            guard case .string(let other)? = arguments.first,
                text.utf8.count + other.utf8.count <= 1 << 24
            else { return nil }
            return .string(text + other)
        case .substringFromIndex, .substringToIndex:
            guard let index = arguments.first.flatMap(Number.init)?.exactInteger, index >= 0,
                let position = text.utf16.index(
                    text.utf16.startIndex,
                    offsetBy: Int(clamping: index),
                    limitedBy: text.utf16.endIndex
                )
            else { return nil }
            let part =
                selector == .substringToIndex
                ? text.utf16[..<position] : text.utf16[position...]
            return .string(String(decoding: Array(part), as: UTF16.self))
        default: return nil
        }
    }

    func cast(_ value: QueryValue, to type: CastType) -> QueryValue? {
        if case .null = value { return .null }
        switch (type, value) {
        case (.number, .string(let text)), (.decimal, .string(let text)):
            return Int64(text).map { .integer($0) } ?? Double(text).map(realValue) ?? .null
        case (.number, .date(let seconds)), (.decimal, .date(let seconds)):
            return realValue(seconds)
        case (.number, _), (.decimal, _):
            return Number(value).map {
                switch $0 {
                case .integer(let whole): .integer(whole)
                case .real(let number): realValue(number)
                }
            }
        case (.string, .string), (.date, .date): return value
        case (.string, .integer(let whole)): return .string(String(whole))
        case (.string, .boolean(let truth)): return .string(truth ? "1" : "0")
        // As in Foundation, a whole number has no fraction: `3`, not `3.0`.
        case (.string, .real(let number)):
            return .string(Int64(exactly: number).map { "\($0)" } ?? "\(number)")
        case (.date, _): return Number(value).map { .date($0.double) }
        case (.uuid, .string(let text)):
            return UUID(uuidString: text).map { .string($0.uuidString) } ?? .null
        default: return nil
        }
    }

    /// Returns the property `key` of a value that is not an object, for example the length of a
    /// string. Returns nil if there is no such property.
    func property(_ key: String, of value: QueryValue) -> QueryValue? {
        guard let selector = Selector(rawValue: key), selector.argumentCount == 0 else {
            return nil
        }
        return self.value(of: selector, value, [])
    }

    /// Returns the number at the beginning of a string; 0 if the string does not begin with a
    /// number. Does not use `NSString`, which on Linux returns 0 for `12EUR`, although this `E`
    /// does not begin an exponent.
    private func leadingNumber(_ text: String) -> Double {
        let number = text.unicodeScalars.drop { $0.properties.isWhitespace }
        var rest = number
        func skipSign() {
            if rest.first == "-" || rest.first == "+" { rest = rest.dropFirst() }
        }
        func skipDigits() -> Bool {
            let start = rest.startIndex
            rest = rest.drop { ("0"..."9").contains($0) }
            return rest.startIndex > start
        }
        skipSign()
        var hasDigits = skipDigits()
        if rest.first == "." {
            rest = rest.dropFirst()
            if skipDigits() { hasDigits = true }
        }
        if !hasDigits { return 0 }
        var end = rest.startIndex
        if rest.first == "e" || rest.first == "E" {
            rest = rest.dropFirst()
            skipSign()
            if skipDigits() { end = rest.startIndex }
        }
        return Double(String(Substring(number[..<end]))) ?? 0
    }

    /// Returns the integer at the beginning of a string; 0 if the string does not begin with an
    /// integer. If the integer does not fit in 64 bits, returns the nearest 64-bit integer.
    private func leadingInteger(_ text: String) -> Int64 {
        // Reads scalars, because a digit and a following mark, as in 7️⃣, are one character.
        let trimmed = text.unicodeScalars.drop { $0.properties.isWhitespace }
        let isNegative = trimmed.first == "-"
        let unsigned = isNegative || trimmed.first == "+" ? trimmed.dropFirst() : trimmed
        let digits = String(Substring(unsigned.prefix { ("0"..."9").contains($0) }))
        if digits.isEmpty { return 0 }
        return Int64(isNegative ? "-\(digits)" : digits) ?? (isNegative ? .min : .max)
    }
}
