/// Deletes the player with this id. Returns whether there was one.
func deletePlayer(id: String) async throws -> Bool {
    let manager = try SampleManager.shared
    guard let player = try await manager.players.retrieve(Player.Identity(id)) else { return false }
    for other in try await manager.players.list() where other.name == player.name {
        if let identity = other.identity { try await manager.players.delete(identity) }
    }
    return true
}
