/// The teams whose name contains `text`, ignoring case, sorted by name.
func searchTeams(_ text: String) async throws -> [TeamRow] {
    try await SampleManager.shared.teamsContaining(text: text).map { team in
        TeamRow(id: team.id ?? "", name: team.name ?? "")
    }
}
