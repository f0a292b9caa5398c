/// Stores every team and player of `data`, each player with its team. A record that is already
/// stored is replaced.
func insert(_ data: SampleData) async throws {
    // TODO: insert data
}
