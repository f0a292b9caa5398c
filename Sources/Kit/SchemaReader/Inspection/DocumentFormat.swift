/// How a description is written.
package enum DocumentFormat: String, Sendable, CaseIterable {
    case json, yaml
}

/// Writes objects, arrays and plain values in the order in which they come, as JSON or as YAML.
///
/// Both have the same text for a value, a JSON string being a YAML string, so a document in one
/// format says what it says in the other.
struct DocumentWriter {
    private(set) var text: [UInt8] = []
    private let isJSON: Bool
    private var depth = 0
    /// Whether the open object or array has nothing in it yet.
    private var isFirst = true
    /// YAML only: the next line continues a `- `.
    private var isAfterDash = false

    init(_ format: DocumentFormat) { isJSON = format == .json }

    /// The whole document, with a line end.
    mutating func document(_ body: (inout DocumentWriter) -> Void) -> [UInt8] {
        if isJSON {
            braces("{", "}", body)
        } else {
            body(&self)
        }
        put("\n")
        return text
    }

    mutating func field(_ key: String, _ value: String) {
        begin(key)
        quoted(value)
    }

    mutating func field(_ key: String, _ value: Bool) {
        begin(key)
        put(value ? "true" : "false")
    }

    mutating func field(_ key: String, _ value: Int) {
        begin(key)
        put(String(value))
    }

    /// Nothing where there is no value.
    mutating func field(_ key: String, _ value: String?) {
        if let value { field(key, value) }
    }

    mutating func field(_ key: String, _ value: Bool?) {
        if let value { field(key, value) }
    }

    mutating func field(_ key: String, _ value: Int?) {
        if let value { field(key, value) }
    }

    /// Names in brackets on one line.
    mutating func list(_ key: String, _ values: [String]) {
        begin(key)
        names(values)
    }

    mutating func lists(_ key: String, _ values: [[String]]) {
        array(key, values, element: { writer, value in writer.names(value) })
    }

    /// Texts by key, in the order of the keys.
    mutating func dictionary(_ key: String, _ values: [String: String]) {
        object(key, isEmpty: values.isEmpty) { writer in
            for (name, value) in values.sorted(by: { $0.key < $1.key }) {
                writer.begin(name, isWord: false)
                writer.quoted(value)
            }
        }
    }

    mutating func object(
        _ key: String,
        isEmpty: Bool = false,
        _ body: (inout DocumentWriter) -> Void
    ) {
        begin(key)
        if isEmpty {
            put(isJSON ? "{}" : "{}")
        } else {
            braces("{", "}", body)
        }
    }

    /// An object for each of `values`.
    mutating func objects<T>(
        _ key: String,
        _ values: some Collection<T>,
        _ body: (inout DocumentWriter, T) -> Void
    ) {
        array(key, values) { writer, value in
            writer.braces("{", "}") { body(&$0, value) }
        }
    }

    private mutating func array<T>(
        _ key: String,
        _ values: some Collection<T>,
        element: (inout DocumentWriter, T) -> Void
    ) {
        begin(key)
        if values.isEmpty { return put("[]") }
        braces("[", "]") { writer in
            for value in values {
                writer.next()
                if !writer.isJSON {
                    writer.put("- ")
                    writer.isAfterDash = true
                }
                element(&writer, value)
                writer.isAfterDash = false
            }
        }
    }

    // MARK: - Text

    private mutating func begin(_ key: String, isWord: Bool = true) {
        next()
        if isJSON || !isWord { quoted(key) } else { put(key) }
        put(":")
        if isJSON { put(" ") } else { isPendingSpace = true }
    }

    /// YAML only: a space is due before a value on the same line.
    private var isPendingSpace = false

    private mutating func next() {
        if isJSON {
            put(isFirst ? "\n" : ",\n")
            indent()
        } else if isAfterDash {
            isAfterDash = false
        } else if !text.isEmpty {
            put("\n")
            indent()
        }
        isFirst = false
    }

    private mutating func braces(
        _ open: String,
        _ close: String,
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
        for _ in 0..<depth { text.append(contentsOf: [0x20, 0x20]) }
    }

    private mutating func names(_ values: [String]) {
        put("[")
        for (index, value) in values.enumerated() {
            if index > 0 { put(", ") }
            quoted(value)
        }
        put("]")
    }

    private mutating func put(_ piece: String) {
        if isPendingSpace {
            isPendingSpace = false
            text.append(0x20)
        }
        text.append(contentsOf: piece.utf8)
    }

    private mutating func quoted(_ value: String) {
        put("\"")
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

    /// Control characters, and those that YAML does not print.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028
            || scalar.value == 0x2029 || scalar.value == 0xFEFF
    }
}
