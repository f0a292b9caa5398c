/// Whom a request is from.
enum Role: String, Sendable, Hashable, Codable, CaseIterable {
    case participant, facilitator
    /// `evalrun join` on the participant's own machine.
    case machine

    /// Name of the role's cookie: one browser may have the pages of several roles.
    var cookie: String { "room-\(rawValue)" }

    /// Path of the role's page; `evalrun join` has none.
    var page: String { self == .facilitator ? "/facilitator" : "/" }
}
