import Foundation
import Synchronization

/// The reason why a pattern could not be matched against a text.
package enum MatchError: Error, Sendable {
    case badPattern
    case tookTooLong(Duration)
    case tooComplex

    package var id: String {
        switch self {
        case .badPattern: "bad-pattern"
        case .tookTooLong: "match-took-too-long"
        case .tooComplex: "match-too-complex"
        }
    }

    package var problem: String {
        switch self {
        case .badPattern: "this is not a valid regular expression"
        case .tookTooLong(let limit): "matching this pattern takes longer than \(limit)"
        case .tooComplex: "matching this pattern needs more memory than is allowed"
        }
    }

    package var fix: String? {
        switch self {
        case .badPattern: "write each backslash twice, and escape literal brackets"
        case .tookTooLong, .tooComplex: "avoid repetitions inside repetitions, such as (a+)+"
        }
    }
}

extension MatchError: CustomStringConvertible {
    /// The message of a failed SQL statement. It gives no fix for an invalid pattern: the pattern
    /// is the value of a variable, because a literal pattern is checked when the predicate is
    /// compiled.
    package var description: String {
        switch self {
        case .badPattern: "the pattern of MATCHES is not a valid regular expression"
        case .tookTooLong, .tooComplex: [problem, fix].compactMap { $0 }.joined(separator: "; ")
        }
    }
}

/// Returns whether the regular expression `pattern` matches the whole of `text`.
///
/// The syntax is that of ICU, the library that Foundation's own predicates use. ICU backtracks, so
/// some patterns take exponential time. Matching stops if it takes longer than `limit`. The time is
/// checked only every few thousand steps of ICU, so matching may exceed the limit slightly.
///
/// - Throws: `MatchError` if `pattern` is invalid, or if matching takes too long or needs too much
///   memory.
package func isWholeMatch(
    _ text: String,
    _ pattern: String,
    _ options: ComparisonOptions = [],
    limit: Duration = .seconds(1)
) throws(MatchError) -> Bool {
    let folding = options.folding
    // Case is ignored by an option of ICU, not by folding the pattern. Folding would change the
    // pattern's character classes: \D would become \d.
    let marks = folding.intersection(.diacriticInsensitive)
    let (subject, wanted) =
        folding.isEmpty
        ? (text, pattern)
        : (
            folded(text, marks).precomposedStringWithCanonicalMapping,
            folded(pattern, marks).precomposedStringWithCanonicalMapping
        )
    guard
        let expression = patterns.expression(
            wanted,
            ignoresCase: folding.contains(.caseInsensitive)
        )
    else { throw .badPattern }
    let deadline = ContinuousClock.now + limit
    var (found, isLate, isTooComplex) = (false, false, false)
    expression.enumerateMatches(
        in: subject,
        options: [.anchored, .reportProgress],
        range: NSRange(location: 0, length: subject.utf16.count)
    ) { match, flags, stop in
        if match != nil { found = true }
        if flags.contains(.internalError) { isTooComplex = true }
        isLate = isLate || (!found && ContinuousClock.now > deadline)
        if found || isLate { stop.pointee = true }
    }
    if isLate { throw .tookTooLong(limit) }
    if isTooComplex { throw .tooComplex }
    return found
}

/// Returns whether `pattern` is a valid regular expression.
package func isPattern(_ pattern: String) -> Bool {
    patterns.expression(pattern, ignoresCase: false) != nil
}

private let patterns = PatternCache()

/// A cache of compiled patterns. It saves time, because a query matches the same pattern against
/// many rows.
private final class PatternCache: Sendable {
    private struct Key: Hashable {
        /// The bytes of the pattern. As strings, patterns that differ only in Unicode normalization
        /// would be equal.
        var pattern: [UInt8]
        var ignoresCase: Bool
    }

    private let known = Mutex<[Key: NSRegularExpression]>([:])

    func expression(_ pattern: String, ignoresCase: Bool) -> NSRegularExpression? {
        let key = Key(pattern: Array(pattern.utf8), ignoresCase: ignoresCase)
        if let found = known.withLock({ $0[key] }) { return found }
        guard let made = compiled(pattern, ignoresCase) else { return nil }
        known.withLock {
            if $0.count >= 64 { $0.removeAll() }
            $0[key] = made
        }
        return made
    }

    private func compiled(_ pattern: String, _ ignoresCase: Bool) -> NSRegularExpression? {
        let options: NSRegularExpression.Options = ignoresCase ? .caseInsensitive : []
        // First compiles the pattern without additions, so that the added parentheses cannot make
        // "a)(b" valid. Foundation would reject an empty pattern here, although it is valid: it
        // matches the empty text.
        guard
            pattern.isEmpty || (try? NSRegularExpression(pattern: pattern, options: options)) != nil
        else { return nil }
        // If the pattern ends in a comment, a line break must come before the closing parenthesis.
        for whole in ["(?:\(pattern))\\z", "(?:\(pattern)\n)\\z"] {
            if let made = try? NSRegularExpression(pattern: whole, options: options) { return made }
        }
        return nil
    }
}
