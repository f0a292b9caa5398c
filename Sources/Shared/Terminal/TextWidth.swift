/// The number of columns that text occupies in a terminal.
///
/// A character has a width of zero if it is a combining mark, a format character or a control
/// character. It has a width of two if it is an emoji or in an East Asian wide or fullwidth range
/// (UAX #11). All other characters have a width of one.
package enum TextWidth {
    package static func of(_ text: some StringProtocol) -> Int {
        let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
        return isPlain ? text.utf8.count(where: shows) : text.reduce(0) { $0 + of($1) }
    }

    package static func of(_ character: Character) -> Int {
        let bytes = character.utf8
        if let byte = bytes.first, bytes.count == 1 { return shows(byte) ? 1 : 0 }
        guard let first = character.unicodeScalars.first else { return 0 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        let isEmoji =
            first.properties.isEmojiPresentation
            || character.unicodeScalars.contains { $0.value == 0xfe0f }
        return isEmoji || isWide(first.value) ? 2 : 1
    }

    /// Returns whether an ASCII character occupies a column.
    private static func shows(_ byte: UInt8) -> Bool { byte >= 32 && byte != 127 }

    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0x33ff, 0x3400...0x4dbf, 0x4e00...0x9fff,
            0xa000...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f, 0xff00...0xff60,
            0xffe0...0xffe6, 0x20000...0x3fffd:
            true
        default: false
        }
    }

    /// Returns the longest prefix of `text` that is at most `columns` wide.
    package static func prefix(_ text: String, _ columns: Int) -> String {
        var used = 0
        return String(
            text.prefix { character in
                used += of(character)
                return used <= columns
            }
        )
    }

    /// Joins `parts` to lines that are at most `columns` wide, with `gap` between the parts of a
    /// line. A part that is wider than a line has a line of its own.
    package static func fill(_ parts: [String], _ columns: Int, gap: String = "   ") -> [String] {
        parts.reduce(into: []) { lines, part in
            let longer = lines.last.map { $0 + gap + part } ?? part
            if lines.isEmpty || of(longer) > columns {
                lines.append(part)
            } else {
                lines[lines.count - 1] = longer
            }
        }
    }

    /// Divides `text` into lines that are at most `columns` wide. Lines end at spaces. A word that
    /// is longer than a line is split.
    package static func wrap(_ text: String, _ columns: Int) -> [String] {
        StyledText(text).wrapped(columns).map(\.text)
    }
}
