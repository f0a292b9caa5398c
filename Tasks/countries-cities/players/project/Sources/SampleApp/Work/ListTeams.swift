/// Every team in the store.
func listTeams() async throws -> [TeamRow] {
    // TODO: team list
    return []
}
