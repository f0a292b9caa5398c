/// A part of a session. Phases run in the order of the study file.
package enum Phase: Sendable, Hashable, Codable {
    case consent(Consent)
    /// A questionnaire; the value is the questionnaire's id.
    case questionnaire(String)
    /// A text for the participant to read. The time spent is recorded.
    case reading(Reading)
    /// Timed and checked tasks, in order; the values are the tasks' ids.
    case tasks([String])
    /// Practice tasks, which run like other tasks but are never analysed. The values are the tasks'
    /// ids.
    case practice([String])
    /// Phases that are repeated for each of the participant's conditions.
    case eachCondition([Phase])
}

package struct Consent: Sendable, Hashable, Codable {
    package var prose: Study.Prose
    package var options: [Option]

    /// A statement with which a participant agrees or disagrees. A participant who disagrees with a
    /// required statement cannot take part.
    package struct Option: Sendable, Hashable, Codable {
        package var id: String
        package var text: String
        package var required: Bool
    }
}

package struct Reading: Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, Hashable, Codable {
        case tutorial, instructions, thanks
    }

    package var kind: Kind
    package var prose: Study.Prose
    /// Texts that replace `prose` in some conditions, keyed by condition id. Nil if all conditions
    /// have the same text.
    package var proses: [String: Study.Prose]?

    /// Returns the text for participants in `condition`.
    package func prose(in condition: String) -> Study.Prose { proses?[condition] ?? prose }
}
