import Foundation

/// Escapes cells that a spreadsheet takes for a formula: they are written with an apostrophe in
/// front, which spreadsheets do not show.
///
/// Compares Unicode scalars, not `Character`s: `=` followed by a combining mark is a `Character`
/// that differs from `=`.
package enum Formula {
    /// Returns `text` with an apostrophe in front if it needs one.
    package static func neutralized(_ text: String) -> String {
        isFormula(text) ? "'" + text : text
    }

    /// Returns whether a formula begins at the first scalar that spreadsheets do not skip. Leading
    /// apostrophes are skipped too, so that `'=1` gets a second apostrophe. Otherwise, `'=1` and an
    /// escaped `=1` would look the same in the file.
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
        // Full-width and small forms: ＝ is = for a spreadsheet.
        let plain = String(scalar).precomposedStringWithCompatibilityMapping.unicodeScalars
        return plain.first.map { $0.isASCII && signs.contains($0) } ?? false
    }

    private static let signs: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\t", "\r", "\n", "|", "%",
    ]
}
