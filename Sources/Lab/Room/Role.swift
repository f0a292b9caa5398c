/// The sender of a request to the session's server: participant, facilitator or machine.
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

    /// Path of the web page for this role. Not used for `machine`.
    var page: String { self == .facilitator ? "/facilitator" : "/" }
}
