/// The players whose name begins with `text`, ignoring case, sorted by name.
func searchPlayers(_ text: String) async throws -> [PlayerRow] {
    try openStore().rows(
        "SELECT id, name, team FROM Player WHERE name LIKE ? ORDER BY name",
        [.text(text + "%")]
    ).map { row in
        PlayerRow(id: row[0].text ?? "", name: row[1].text ?? "", teamID: row[2].text)
    }
}
