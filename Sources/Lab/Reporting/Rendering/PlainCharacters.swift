import Diagnostics

extension String {
    /// The text without trailing spaces.
    var trimmedAtEnd: String { String(reversed().drop { $0 == " " }.reversed()) }

    /// The text without characters that a terminal or a browser would interpret. Control characters
    /// become their visible symbols (U+2400…), line ends become LF, tabs become spaces, and
    /// characters that reorder text become U+FFFD.
    var harmless: String {
        var result = String.UnicodeScalarView()
        for scalar in replacing("\r\n", with: "\n").unicodeScalars {
            switch scalar.value {
            case 0x0A: result.append(scalar)
            case 0x09: result.append(" ")
            case 0x0D, 0x2028, 0x2029: result.append("\n")
            case 0x00...0x1F: result.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
            case 0x7F: result.append("\u{2421}")
            case 0x80...0x9F: result.append("\u{FFFD}")
            default: result.append(scalar.reordersText ? "\u{FFFD}" : scalar)
            }
        }
        return String(result)
    }

    /// Markdown text without characters that reorder text. Keeps tabs, which are markup.
    var withoutOverrides: String {
        let scalars = unicodeScalars.map { $0.reordersText ? "\u{FFFD}" : $0 }
        return String(String.UnicodeScalarView(scalars))
    }
}
