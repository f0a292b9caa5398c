package struct Questionnaire: Sendable, Hashable, Codable {
    package var id: String
    package var title: String
    package var items: [Item]
    /// The published instrument whose items precede the study's own items. Nil if all items are the
    /// study's own.
    package var instrument: InstrumentUse?
    /// The conditions in which the questionnaire is asked. Nil if it is asked in all conditions.
    package var onlyIn: [String]?
    /// Whether every item is asked, regardless of its `show_if` condition. Nil means no.
    package var asksAll: Bool?

    package struct Item: Sendable, Hashable, Codable {
        package var id: String
        package var text: String
        /// A short heading for tables. Nil if tables show `text`.
        package var short: String?
        package var kind: Kind
        package var required = false
        package var showIf: ShowIf?
        /// Whether the report's main table of the questionnaire contains this item.
        package var inTable = true
        /// The header of the item's column in data that are exported from a form. Nil if the header
        /// is the item's `text`. Leading, trailing and repeated white space is ignored.
        package var header: String?
        /// The step between possible answers to a number item, counted from the minimum. Nil if any
        /// number between the bounds is possible.
        package var step: Double?

        /// Whether answers are numbers.
        package var isNumeric: Bool {
            switch kind {
            case .scale, .number: true
            case .single, .multiple, .text: false
            }
        }
    }

    package enum Kind: Sendable, Hashable, Codable {
        case single([Option])
        case multiple([Option])
        /// Whole numbers from `min` to `max`, with labels for both ends.
        case scale(min: Int, max: Int, minLabel: String?, maxLabel: String?)
        case number(min: Double?, max: Double?, unit: String?)
        case text
    }

    package struct Option: Sendable, Hashable, Codable {
        package var id: String
        package var label: String
        /// Other spellings of the label in data that are exported from forms.
        package var aliases: [String] = []
    }

    /// A condition for showing an item: the answer to another item must include one of `options`.
    package struct ShowIf: Sendable, Hashable, Codable {
        package var questionnaire: String
        package var item: String
        /// Ids of the options, at least one of which must have been chosen.
        package var options: [String]

        /// Returns whether an answer to the other item includes one of ``options``.
        ///
        /// - Parameter meaning: the answer's meaning; nil if there is no answer.
        package func isMet(by meaning: AnswerValue.Meaning?) -> Bool {
            guard case .options(let chosen)? = meaning else { return false }
            return !Set(chosen).isDisjoint(with: options)
        }
    }
}

/// An answer as the participant gave it, and its interpretation.
package struct AnswerValue: Sendable, Hashable, Codable {
    package enum Meaning: Sendable, Hashable, Codable {
        /// Ids of the chosen options, in the order of the item's options. A single-choice answer
        /// has exactly one.
        case options([String])
        case number(Double)
        case text(String)
        /// The item was shown but not answered.
        case missing
    }

    /// The answer as text: the label chosen, the number typed, or the text typed.
    package var raw: String
    package var meaning: Meaning

    package init(raw: String, meaning: Meaning) {
        self.raw = raw
        self.meaning = meaning
    }
}
