import Foundation

/// Returns the folded form of `text`. Two strings are equal in a comparison with `options` if their
/// folded forms are equal.
///
/// With `[c]`, the string is mapped to lowercase, to uppercase, and to lowercase again. Unicode's
/// full mappings are used, which do not depend on the locale: `ß` and `ẞ` become `ss`, `İ` becomes
/// `i` with a dot above, and `ς` becomes `σ`. With `[d]`, the string is then decomposed
/// canonically, and every non-spacing mark is removed. Finally, canonical composition makes two
/// spellings of one character equal. Without options, `text` stays unchanged.
package func folded(_ text: String, _ options: ComparisonOptions) -> String {
    if options.isEmpty { return text }
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
        return options.contains(.caseInsensitive) ? text.lowercased() : text
    }
    var result = text
    if options.contains(.caseInsensitive) { result = result.lowercased().uppercased().lowercased() }
    if options.contains(.diacriticInsensitive) { result = withoutMarks(result) }
    return result.precomposedStringWithCanonicalMapping
}

private func withoutMarks(_ text: String) -> String {
    let scalars = text.decomposedStringWithCanonicalMapping.unicodeScalars
    return String(scalars.filter { $0.properties.generalCategory != .nonspacingMark })
}
