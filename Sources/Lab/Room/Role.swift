/// The role of the sender of a request.
enum Role: String, Sendable, Hashable, Codable, CaseIterable {
    case participant, facilitator
    /// `evalrun join` on the participant's own machine.
    case machine

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
