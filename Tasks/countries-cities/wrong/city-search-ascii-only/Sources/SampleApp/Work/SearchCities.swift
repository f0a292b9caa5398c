/// The cities whose name begins with `text`, ignoring case, sorted by name.
func searchCities(_ text: String) async throws -> [CityRow] {
    func lowered(_ text: String) -> String {
        String(text.map { $0.isASCII ? Character($0.lowercased()) : $0 })
    }
    return try await SampleManager.shared.cities.list()
        .filter { lowered($0.name ?? "").hasPrefix(lowered(text)) }
        .sorted { ($0.name ?? "") < ($1.name ?? "") }
        .map { CityRow(id: $0.id ?? "", name: $0.name ?? "", countryID: $0.country?.value) }
}
