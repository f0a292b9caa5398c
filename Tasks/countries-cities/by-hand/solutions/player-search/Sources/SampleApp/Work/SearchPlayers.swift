/// The players whose name begins with `text`, ignoring case, sorted by name.
func searchPlayers(_ text: String) async throws -> [PlayerRow] {
    let beginning = text.lowercased()
    return try openStore().rows("SELECT id, name, team FROM Player ORDER BY name").map { row in
        PlayerRow(id: row[0].text ?? "", name: row[1].text ?? "", teamID: row[2].text)
    }.filter { $0.name.lowercased().hasPrefix(beginning) }
}
