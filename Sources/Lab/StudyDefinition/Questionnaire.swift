package struct Questionnaire: Sendable, Hashable, Codable {
    package var id: String
    package var title: String
    package var items: [Item]
    /// The published instrument whose items come first; nil if all items are the study's own.
    package var instrument: InstrumentUse?
    /// The conditions in which it is asked; nil if it is asked in all.
    package var onlyIn: [String]?
    /// Whether every item is asked, even where its `show_if` does not hold. Nil for no.
    package var asksAll: Bool?

    package init(
        id: String,
        title: String,
        items: [Item],
        instrument: InstrumentUse? = nil,
        onlyIn: [String]? = nil,
        asksAll: Bool? = nil
    ) {
        self.onlyIn = onlyIn
        self.asksAll = asksAll
        self.id = id
        self.title = title
        self.items = items
        self.instrument = instrument
    }

    package struct Item: Sendable, Hashable, Codable {
        package var id: String
        package var text: String
        /// A short heading for tables. Nil to use the text.
        package var short: String?
        package var kind: Kind
        package var required: Bool
        package var showIf: ShowIf?
        /// Whether the report's main table of the questionnaire has this item.
        package var inTable: Bool
        /// The column header of a form's export, if it is not `text`. Headers are matched with
        /// runs of white space folded to one space, and ends trimmed.
        package var header: String?
        /// Of a number with a least one: answers lie this far apart, counted from there. Nil if
        /// any number between the bounds will do.
        package var step: Double?

        package init(
            id: String,
            text: String,
            short: String? = nil,
            kind: Kind,
            required: Bool = false,
            showIf: ShowIf? = nil,
            inTable: Bool = true,
            header: String? = nil,
            step: Double? = nil
        ) {
            self.id = id
            self.text = text
            self.short = short
            self.kind = kind
            self.required = required
            self.showIf = showIf
            self.inTable = inTable
            self.header = header
            self.step = step
        }

        /// Whether its answers are numbers.
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
        /// Whole numbers from `min` to `max`, with words at both ends.
        case scale(min: Int, max: Int, minLabel: String?, maxLabel: String?)
        case number(min: Double?, max: Double?, unit: String?)
        case text
    }

    package struct Option: Sendable, Hashable, Codable {
        package var id: String
        package var label: String
        /// Other spellings of the label in forms' exports.
        package var aliases: [String]

        package init(id: String, label: String, aliases: [String] = []) {
            self.id = id
            self.label = label
            self.aliases = aliases
        }
    }

    /// The item is shown only if the named item was answered with one of these options.
    package struct ShowIf: Sendable, Hashable, Codable {
        package var questionnaire: String
        package var item: String
        /// Option ids.
        package var options: [String]

        package init(questionnaire: String, item: String, options: [String]) {
            self.questionnaire = questionnaire
            self.item = item
            self.options = options
        }
    }
}

/// An answer as given, with its interpretation.
package struct AnswerValue: Sendable, Hashable, Codable {
    package enum Meaning: Sendable, Hashable, Codable {
        /// Option ids in the order of the item's options; exactly one for a single choice.
        case options([String])
        case number(Double)
        case text(String)
        /// Shown and left without an answer.
        case missing
    }

    /// The words as given: the label chosen, the number typed, the text.
    package var raw: String
    package var meaning: Meaning

    package init(raw: String, meaning: Meaning) {
        self.raw = raw
        self.meaning = meaning
    }
}
