/// The teams whose name contains `text`, ignoring case, sorted by name.
func searchTeams(_ text: String) async throws -> [TeamRow] {
    // TODO: team search
    return []
}
