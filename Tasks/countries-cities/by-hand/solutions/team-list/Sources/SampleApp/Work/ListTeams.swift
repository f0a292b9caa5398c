/// Every team in the store.
func listTeams() async throws -> [TeamRow] {
    try openStore().rows("SELECT id, name FROM Team").map { row in
        TeamRow(id: row[0].text ?? "", name: row[1].text ?? "")
    }
}
