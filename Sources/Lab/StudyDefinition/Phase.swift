/// A part of a session, in the order of the study file.
package enum Phase: Sendable, Hashable, Codable {
    case consent(Consent)
    /// A questionnaire, by id.
    case questionnaire(String)
    /// Prose to read until the participant is ready; the time spent is recorded.
    case reading(Reading)
    /// Timed and checked tasks, by id, in order.
    case tasks([String])
    /// Tasks to try things out: run like others, never analysed.
    case practice([String])
    /// The enclosed phases, once for each condition that the participant is planned for.
    case eachCondition([Phase])
}

package struct Consent: Sendable, Hashable, Codable {
    package var prose: Study.Prose
    package var options: [Option]

    package init(prose: Study.Prose, options: [Option]) {
        self.prose = prose
        self.options = options
    }

    /// A statement to agree with or not; a required one that is refused declines the session.
    package struct Option: Sendable, Hashable, Codable {
        package var id: String
        package var text: String
        package var required: Bool

        package init(id: String, text: String, required: Bool) {
            self.id = id
            self.text = text
            self.required = required
        }
    }
}

package struct Reading: Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, Hashable, Codable {
        case tutorial, instructions, thanks
    }

    package var kind: Kind
    package var prose: Study.Prose
    /// Condition → its own text. Nil if all conditions have the same text.
    package var proses: [String: Study.Prose]?

    package init(kind: Kind, prose: Study.Prose, proses: [String: Study.Prose]? = nil) {
        self.proses = proses
        self.kind = kind
        self.prose = prose
    }

    /// Text for participants in `condition`.
    package func prose(in condition: String) -> Study.Prose { proses?[condition] ?? prose }
}
