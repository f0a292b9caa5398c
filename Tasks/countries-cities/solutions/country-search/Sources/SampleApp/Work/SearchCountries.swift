/// The countries whose name contains `text`, ignoring case, sorted by name.
func searchCountries(_ text: String) async throws -> [CountryRow] {
    try await SampleManager.shared.countriesContaining(text: text).map { country in
        CountryRow(id: country.id ?? "", name: country.name ?? "")
    }
}
