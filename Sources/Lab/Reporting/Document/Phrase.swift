/// A piece of plain text: in every format it is escaped, so that nothing in it is ever markup.
///
/// Interpolate what participants and facilitators said as `\(words: text)`: it is also kept apart
/// from the text around it where writing directions mix.
package struct Phrase: Sendable, Hashable, ExpressibleByStringInterpolation {
    package enum Part: Sendable, Hashable {
        /// Ours, or the study's.
        case ours(String)
        /// A participant's or a facilitator's.
        case words(String)
        /// Ours, in bold.
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

    /// The text alone.
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
