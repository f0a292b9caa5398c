import Statistics

/// A piece of text. Every output format escapes the text, so that none of it is treated as markup.
///
/// Interpolate text written by participants and facilitators as `\(words: text)`. HTML isolates
/// such text from the surrounding text, because its writing direction may differ.
package struct Phrase: Sendable, Hashable, ExpressibleByStringInterpolation {
    package enum Part: Sendable, Hashable {
        /// Text from the program or the study.
        case ours(String)
        /// Text written by a participant or a facilitator.
        case words(String)
        /// Text from the program, in bold.
        case strong(String)
    }

    package var parts: [Part]

    package init(parts: [Part]) { self.parts = parts }

    package init(_ text: String) { parts = [.ours(text)] }

    package init(words: String) { parts = [.words(words)] }

    package init(stringLiteral value: String) { self.init(value) }

    package init(stringInterpolation: Interpolation) { parts = stringInterpolation.parts }

    package struct Interpolation: StringInterpolationProtocol {
        var parts: [Part] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { parts.append(.ours(literal)) }
        }

        package mutating func appendInterpolation(_ text: String) { parts.append(.ours(text)) }
        package mutating func appendInterpolation(_ number: Int) {
            parts.append(.ours(String(number)))
        }
        package mutating func appendInterpolation(_ phrase: Phrase) { parts += phrase.parts }
        package mutating func appendInterpolation(words: String) { parts.append(.words(words)) }
        package mutating func appendInterpolation(strong: String) { parts.append(.strong(strong)) }
    }

    /// The text without formatting.
    package var plain: String {
        parts.map { part in
            switch part {
            case .ours(let text), .words(let text), .strong(let text): text
            }
        }
        .joined()
    }

    package var isEmpty: Bool { plain.isEmpty }
}

extension Phrase {
    /// Returns `text` as a phrase, or a dash if `text` is nil.
    static func orDash(_ text: String?) -> Phrase { Phrase(text ?? "-") }

    /// Formats `value` with `digits` decimals; returns a dash if `value` is nil.
    static func number(_ value: Double?, _ digits: Int) -> Phrase {
        orDash(value.map { fixed($0, digits) })
    }

    /// Formats both ends of `interval` with `digits` decimals; returns a dash if `interval` is nil.
    static func span(_ interval: Interval?, _ digits: Int) -> Phrase {
        orDash(interval.map { Reporting.span($0, digits) })
    }
}

extension Sequence<Phrase> {
    func joined(separator: String) -> Phrase {
        var parts: [Phrase.Part] = []
        for phrase in self {
            if !parts.isEmpty { parts.append(.ours(separator)) }
            parts += phrase.parts
        }
        return Phrase(parts: parts)
    }
}
