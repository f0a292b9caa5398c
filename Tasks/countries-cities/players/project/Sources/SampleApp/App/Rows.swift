/// A line of the players screen.
struct PlayerRow {
    var id: String
    var name: String
    /// The id of its team; nil when it has none.
    var teamID: String?

    var fields: [String] { [id, name, teamID ?? ""] }
}

/// A line of the teams screen.
struct TeamRow {
    var id: String
    var name: String

    var fields: [String] { [id, name] }
}
