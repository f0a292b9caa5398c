/// The teams whose name contains `text`, ignoring case, sorted by name.
func searchTeams(_ text: String) async throws -> [TeamRow] {
    let part = text.lowercased()
    return try openStore().rows("SELECT id, name FROM Team ORDER BY name").map { row in
        TeamRow(id: row[0].text ?? "", name: row[1].text ?? "")
    }.filter { $0.name.lowercased().contains(part) }
}
