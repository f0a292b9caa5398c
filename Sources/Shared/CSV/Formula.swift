import Foundation

/// An escape for text that a spreadsheet would read as a formula: an apostrophe before the text.
/// Spreadsheets do not show the apostrophe.
///
/// Text is examined as Unicode scalars instead of `Character`s, because `=` followed by a combining
/// mark is a `Character` that differs from `=`.
package enum Formula {
    /// Returns `text`, preceded by an apostrophe if a spreadsheet would read `text` as a formula.
    package static func neutralized(_ text: String) -> String {
        isFormula(text) ? "'" + text : text
    }

    /// Returns whether a spreadsheet would read the text as a formula. Skips characters that
    /// spreadsheets skip at the beginning, such as spaces. Also skips leading apostrophes: the text
    /// `'=1` therefore gets a second apostrophe, which distinguishes it from an escaped `=1`.
    private static func isFormula(_ text: String) -> Bool {
        let first = text.unicodeScalars.first { $0 != "'" && !isSkipped($0) }
        return first.map(begins) ?? false
    }

    private static func isSkipped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\t", "\r", "\n": false
        default:
            scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
                || scalar.properties.generalCategory == .format
        }
    }

    private static func begins(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return signs.contains(scalar) }
        // Spreadsheets read full-width and small forms, such as ＝, like the ASCII characters.
        let plain = String(scalar).precomposedStringWithCompatibilityMapping.unicodeScalars
        return plain.first.map { $0.isASCII && signs.contains($0) } ?? false
    }

    private static let signs: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\t", "\r", "\n", "|", "%",
    ]
}
