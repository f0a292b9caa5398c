/// Every team in the store.
func listTeams() async throws -> [TeamRow] {
    try await SampleManager.shared.teams.list().map { team in
        TeamRow(id: team.id ?? "", name: team.name ?? "")
    }
}
