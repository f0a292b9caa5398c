/// The countries whose name contains `text`, ignoring case, sorted by name.
func searchCountries(_ text: String) async throws -> [CountryRow] {
    try await SampleManager.shared.countries.list().sorted { ($0.name ?? "") < ($1.name ?? "") }.map
    { country in
        CountryRow(id: country.id ?? "", name: country.name ?? "")
    }
}
