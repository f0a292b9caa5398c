/// Every country in the store.
func listCountries() async throws -> [CountryRow] {
    try await SampleManager.shared.countries.list().map { country in
        CountryRow(id: country.id ?? "", name: country.name ?? "")
    }
}
