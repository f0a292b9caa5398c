extension JSONNode {
    /// The value on one line, without spaces.
    package var line: String { String(decoding: bytes(.dense), as: UTF8.self) }

    /// The value as text in several lines. The text ends with a line break. Lines have at most 90
    /// columns if possible.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// ``text`` as UTF-8.
    package var bytes: [UInt8] { bytes(.lines(indent: 0)) + [0x0A] }

    private func bytes(_ layout: Layout) -> [UInt8] {
        var bytes: [UInt8] = []
        _ = write(to: &bytes, layout, end: .max)
        return bytes
    }

    private enum Layout {
        /// Without spaces, such as `{"a":[1,2]}`.
        case dense
        /// On one line with spaces, such as `{"a": [1, 2]}`.
        case spaced
        case lines(indent: Int)
    }

    private static let columns = 90

    /// Appends the value to `bytes`. Stops and returns false if the length of `bytes` would exceed
    /// `end`. The appended text is then incomplete.
    private func write(to bytes: inout [UInt8], _ layout: Layout, end: Int) -> Bool {
        switch kind {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .boolean(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .integer(let number): bytes.append(contentsOf: number.description.utf8)
        case .real(let number):
            bytes.append(contentsOf: (number.isFinite ? number.description : "null").utf8)
        case .string(let text): writeJSON(text, to: &bytes)
        case .list(let elements):
            return write(elements, "[", "]", to: &bytes, layout, end) { element, bytes, layout in
                element.write(to: &bytes, layout, end: end)
            }
        case .object(let members):
            return write(members, "{", "}", to: &bytes, layout, end) { member, bytes, layout in
                writeJSON(member.key, to: &bytes)
                bytes.append(contentsOf: ":".utf8)
                if case .dense = layout {} else { bytes.append(0x20) }
                return member.value.write(to: &bytes, layout, end: end)
            }
        }
        return bytes.count <= end
    }

    private func write<Part>(
        _ parts: [Part],
        _ open: String,
        _ close: String,
        to bytes: inout [UInt8],
        _ layout: Layout,
        _ end: Int,
        _ body: (Part, inout [UInt8], Layout) -> Bool
    ) -> Bool {
        if case .lines(let indent) = layout {
            // First tries to write all parts on one line. If the line becomes too long, the attempt
            // stops and its bytes are removed.
            let start = bytes.count
            let column = start - (bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)
            if write(to: &bytes, .spaced, end: start - column + Self.columns) { return true }
            bytes.removeSubrange(start...)
            bytes.append(contentsOf: open.utf8)
            for (place, part) in parts.enumerated() {
                bytes.append(contentsOf: (place == 0 ? "\n" : ",\n").utf8)
                bytes.append(contentsOf: repeatElement(0x20, count: 2 * indent + 2))
                _ = body(part, &bytes, .lines(indent: indent + 1))
            }
            bytes.append(0x0A)
            bytes.append(contentsOf: repeatElement(0x20, count: 2 * indent))
            bytes.append(contentsOf: close.utf8)
            return true
        }
        bytes.append(contentsOf: open.utf8)
        for (place, part) in parts.enumerated() {
            if place > 0 {
                bytes.append(0x2C)
                if case .spaced = layout { bytes.append(0x20) }
            }
            guard body(part, &bytes, layout), bytes.count <= end else { return false }
        }
        bytes.append(contentsOf: close.utf8)
        return bytes.count <= end
    }
}

/// Returns `text` in double quotes, escaped as in JSON and YAML.
package func jsonText(_ text: String) -> String {
    var bytes: [UInt8] = []
    writeJSON(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
}

/// Appends `text` in double quotes. Escapes characters that can mislead a reader: control
/// characters, line separators, characters that change the direction of text, and the byte order
/// mark.
private func writeJSON(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(0x22)
    for scalar in text.unicodeScalars {
        switch scalar.value {
        case 0x22: bytes.append(contentsOf: "\\\"".utf8)
        case 0x5C: bytes.append(contentsOf: "\\\\".utf8)
        case 0x0A: bytes.append(contentsOf: "\\n".utf8)
        case 0x0D: bytes.append(contentsOf: "\\r".utf8)
        case 0x09: bytes.append(contentsOf: "\\t".utf8)
        case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
            let digits = String(scalar.value, radix: 16)
            bytes.append(contentsOf: "\\u".utf8)
            bytes.append(contentsOf: repeatElement(0x30, count: 4 - digits.count))
            bytes.append(contentsOf: digits.utf8)
        case ..<0x80: bytes.append(UInt8(scalar.value))
        default: bytes.append(contentsOf: String(scalar).utf8)
        }
    }
    bytes.append(0x22)
}
