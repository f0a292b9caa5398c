/// The role of the sender of a request.
enum Role: String, Sendable, Hashable, Codable, CaseIterable {
    case participant, facilitator
    /// `evalrun join` on the participant's own machine.
    case machine

    /// Name of the role's cookie. The names differ, so that one browser can open the pages of
    /// several roles.
    var cookie: String { "room-\(rawValue)" }

    /// The role as text, for messages.
    var words: String {
        switch self {
        case .participant: "the participant"
        case .facilitator: "the facilitator"
        case .machine: "the participant's machine"
        }
    }

    /// Path of the role's page. `evalrun join` does not use it.
    var page: String { self == .facilitator ? "/facilitator" : "/" }
}
