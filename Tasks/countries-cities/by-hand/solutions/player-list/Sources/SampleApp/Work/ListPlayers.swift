/// Every player in the store.
func listPlayers() async throws -> [PlayerRow] {
    try openStore().rows("SELECT id, name, team FROM Player").map { row in
        PlayerRow(id: row[0].text ?? "", name: row[1].text ?? "", teamID: row[2].text)
    }
}
