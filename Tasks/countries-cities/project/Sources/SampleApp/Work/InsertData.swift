/// Stores every country and city of `data`, each city with its country. A record that is already
/// stored is replaced.
func insert(_ data: SampleData) async throws {
    // TODO: insert data
}
