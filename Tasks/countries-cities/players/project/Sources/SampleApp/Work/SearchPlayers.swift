/// The players whose name begins with `text`, ignoring case, sorted by name.
func searchPlayers(_ text: String) async throws -> [PlayerRow] {
    // TODO: player search
    return []
}
