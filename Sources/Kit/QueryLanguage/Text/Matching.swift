import Foundation
import Synchronization

/// Why a pattern could not be tried on a text.
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
        case .badPattern: "this is not a regular expression"
        case .tookTooLong(let limit): "this pattern was stopped after \(limit)"
        case .tooComplex: "this pattern needs more memory than a match may have"
        }
    }

    package var fix: String? {
        switch self {
        case .badPattern: "write two backslashes for one, and escape brackets that are text"
        case .tookTooLong, .tooComplex: "avoid repetitions inside repetitions, such as (a+)+"
        }
    }
}

extension MatchError: CustomStringConvertible {
    package var description: String {
        [problem, fix].compactMap { $0 }.joined(separator: "; ")
    }
}

/// Whether the regular expression `pattern` matches `text` from beginning to end.
///
/// The expressions are those of ICU, which Foundation's own predicates use. ICU backtracks, so that
/// some patterns take exponential time; it reports its progress every few thousand steps, and the
/// match is given up there once `limit` has passed.
package func isWholeMatch(
    _ text: String,
    _ pattern: String,
    _ options: ComparisonOptions = [],
    limit: Duration = .seconds(1)
) throws(MatchError) -> Bool {
    let folding = options.folding
    // Case is left to ICU, for folding a pattern would change its classes: \D is not \d.
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

private let patterns = PatternCache()

/// Compiled patterns. A query tries one pattern on many rows.
private final class PatternCache: Sendable {
    private struct Key: Hashable {
        var pattern: String
        var ignoresCase: Bool
    }

    private let known = Mutex<[Key: NSRegularExpression]>([:])

    func expression(_ pattern: String, ignoresCase: Bool) -> NSRegularExpression? {
        let key = Key(pattern: pattern, ignoresCase: ignoresCase)
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
        // On its own first, so that "a)(b" is not made whole by what surrounds it.
        // Foundation takes no empty pattern, which matches the empty text.
        guard
            pattern.isEmpty
                || (try? NSRegularExpression(pattern: pattern, options: options)) != nil
        else { return nil }
        // A pattern that ends in a comment needs the line to end before the parenthesis.
        for whole in ["(?:\(pattern))\\z", "(?:\(pattern)\n)\\z"] {
            if let made = try? NSRegularExpression(pattern: whole, options: options) { return made }
        }
        return nil
    }
}
