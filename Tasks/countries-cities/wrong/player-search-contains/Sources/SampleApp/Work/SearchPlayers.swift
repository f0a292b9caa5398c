/// The players whose name begins with `text`, ignoring case, sorted by name.
func searchPlayers(_ text: String) async throws -> [PlayerRow] {
    try await SampleManager.shared.playersStartingWith(text: text).map { player in
        PlayerRow(id: player.id ?? "", name: player.name ?? "", teamID: player.team?.value)
    }
}
