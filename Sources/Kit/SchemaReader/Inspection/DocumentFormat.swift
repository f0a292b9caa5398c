import XML

/// Output format of a model's description or of a lint report.
package enum DocumentFormat: String, Sendable, CaseIterable {
    case json, yaml
}

/// A writer of objects, arrays and scalar values in JSON or YAML. It writes them in the order of
/// the calls.
///
/// A scalar value has the same text in both formats, because every JSON string is also a YAML
/// string. A document therefore has the same content in both formats.
struct DocumentWriter {
    private(set) var text: [UInt8] = []
    private let isJSON: Bool
    private var depth = 0
    private var hasBegun = false
    /// Whether the current object or array is still empty.
    private var isFirst = true
    /// YAML only: whether the next key is written on the same line as the preceding `- `.
    private var isAfterDash = false

    init(_ format: DocumentFormat) { isJSON = format == .json }

    /// Calls `body` to write a whole document, appends a newline, and returns all bytes.
    mutating func document(_ body: (inout DocumentWriter) -> Void) -> [UInt8] {
        if isJSON {
            braces("{", "}", body)
        } else {
            body(&self)
        }
        put("\n")
        return take()
    }

    /// Returns and removes the bytes written so far.
    mutating func take() -> [UInt8] {
        hasBegun = hasBegun || !text.isEmpty
        defer { text.removeAll(keepingCapacity: true) }
        return text
    }

    /// Writes `key` with `value`. Writes nothing if `value` is nil.
    mutating func field(_ key: StaticString, _ value: String?) {
        guard let value else { return }
        begin(key)
        quoted(value)
    }

    mutating func field(_ key: StaticString, _ value: Bool?) {
        guard let value else { return }
        begin(key)
        put(value ? "true" : "false")
    }

    mutating func field(_ key: StaticString, _ value: Int?) {
        guard let value else { return }
        begin(key)
        putPendingSpace()
        text.append(contentsOf: String(value).utf8)
    }

    /// Writes `key` with the value `true` if `value` is true, and otherwise nothing. It is used for
    /// properties that are rarely true.
    mutating func mark(_ key: StaticString, _ value: Bool) {
        if value { field(key, true) }
    }

    /// Writes `key` with a list of names, which is in brackets on one line.
    mutating func list(_ key: StaticString, _ values: [String]) {
        begin(key)
        names(values)
    }

    mutating func lists(_ key: StaticString, _ values: [[String]]) {
        array(key, values, element: { writer, value in writer.names(value) })
    }

    /// Writes a dictionary of strings, sorted by key.
    mutating func dictionary(_ key: StaticString, _ values: [String: String]) {
        object(key, isEmpty: values.isEmpty) { writer in
            for (name, value) in values.sorted(by: { $0.key < $1.key }) {
                writer.begin(quoting: name)
                writer.quoted(value)
            }
        }
    }

    mutating func object(
        _ key: StaticString,
        isEmpty: Bool = false,
        _ body: (inout DocumentWriter) -> Void
    ) {
        begin(key)
        if isEmpty {
            put("{}")
        } else {
            braces("{", "}", body)
        }
    }

    /// Writes an array with one object for each of `values`.
    mutating func objects<T>(
        _ key: StaticString,
        _ values: some Collection<T>,
        _ body: (inout DocumentWriter, T) -> Void
    ) {
        array(key, values) { writer, value in
            writer.braces("{", "}") { body(&$0, value) }
        }
    }

    private mutating func array<T>(
        _ key: StaticString,
        _ values: some Collection<T>,
        element: (inout DocumentWriter, T) -> Void
    ) {
        if values.isEmpty {
            begin(key)
            return put("[]")
        }
        openArray(key) { writer in
            for value in values { writer.element { element(&$0, value) } }
        }
    }

    /// Writes an array. `body` must write at least one element.
    mutating func openArray(_ key: StaticString, _ body: (inout DocumentWriter) -> Void) {
        begin(key)
        braces("[", "]", body)
    }

    private mutating func element(_ body: (inout DocumentWriter) -> Void) {
        next()
        if !isJSON {
            put("- ")
            isAfterDash = true
        }
        body(&self)
        isAfterDash = false
    }

    /// Returns the bytes that would be written to add an object to the current array. Does not
    /// write the bytes to this writer.
    func fragment(isFirst: Bool, _ body: (inout DocumentWriter) -> Void) -> [UInt8] {
        var own = self
        _ = own.take()
        own.isFirst = isFirst
        own.element { $0.braces("{", "}", body) }
        return own.take()
    }

    // MARK: - Text

    private mutating func begin(_ key: StaticString) {
        next()
        if isJSON {
            put("\"")
            put(key)
            put("\": ")
        } else {
            put(key)
            put(":")
            isPendingSpace = true
        }
    }

    private mutating func begin(quoting key: String) {
        next()
        quoted(key)
        put(":")
        isPendingSpace = true
    }

    /// YAML only: whether a space must precede a value on the same line.
    private var isPendingSpace = false

    private mutating func next() {
        if isJSON {
            put(isFirst ? "\n" : ",\n")
            indent()
        } else if isAfterDash {
            isAfterDash = false
        } else if hasBegun || !text.isEmpty {
            put("\n")
            indent()
        }
        isFirst = false
    }

    private mutating func braces(
        _ open: StaticString,
        _ close: StaticString,
        _ body: (inout DocumentWriter) -> Void
    ) {
        if isJSON { put(open) } else { isPendingSpace = false }
        let isInline = isAfterDash
        depth += 1
        isFirst = true
        isAfterDash = isInline
        body(&self)
        depth -= 1
        if isJSON {
            put("\n")
            indent()
            put(close)
        }
        isFirst = false
    }

    private mutating func indent() {
        text.append(contentsOf: spaces.prefix(depth * 2))
    }

    private mutating func names(_ values: [String]) {
        put("[")
        for (index, value) in values.enumerated() {
            if index > 0 { put(", ") }
            quoted(value)
        }
        put("]")
    }

    private mutating func put(_ piece: StaticString) {
        putPendingSpace()
        piece.withUTF8Buffer { text.append(contentsOf: $0) }
    }

    private mutating func putPendingSpace() {
        guard isPendingSpace else { return }
        isPendingSpace = false
        text.append(0x20)
    }

    private mutating func quoted(_ value: String) {
        put("\"")
        var value = value
        let isDone = value.withUTF8 { bytes in
            let isPlain = bytes.allSatisfy {
                (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C
            }
            if isPlain { text.append(contentsOf: bytes) }
            return isPlain
        }
        if isDone { return text.append(0x22) }
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text.append(contentsOf: [0x5C, 0x22])
            case "\\": text.append(contentsOf: [0x5C, 0x5C])
            case "\n": text.append(contentsOf: [0x5C, 0x6E])
            case "\r": text.append(contentsOf: [0x5C, 0x72])
            case "\t": text.append(contentsOf: [0x5C, 0x74])
            case _ where DocumentWriter.isHidden(scalar):
                text.append(contentsOf: "\\u\(hexadecimal(scalar.value, 4))".utf8)
            default:
                if let bytes = UTF8.encode(scalar) { text.append(contentsOf: bytes) }
            }
        }
        text.append(0x22)
    }

    /// Returns whether the character must be escaped, because it is a control character or YAML
    /// does not allow it.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028
            || scalar.value == 0x2029 || scalar.value == 0xFEFF
    }
}

private let spaces = [UInt8](repeating: 0x20, count: 64)
