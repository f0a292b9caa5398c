import Foundation

/// `text` as comparisons with `options` see it.
///
/// Case folding is independent of locale: lower, upper and again lower case, by Unicode's full
/// mappings (`ß` and `ẞ` become `ss`, `İ` becomes `i` with a dot above, `ς` becomes `σ`), then
/// canonical composition, so that two spellings of one character are equal. Without diacritics, every
/// non-spacing mark is dropped after canonical decomposition.
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
    let decomposed = text.decomposedStringWithCanonicalMapping
    var scalars = String.UnicodeScalarView()
    scalars.append(
        contentsOf: decomposed.unicodeScalars.lazy.filter {
            $0.properties.generalCategory != .nonspacingMark
        }
    )
    return String(scalars)
}
