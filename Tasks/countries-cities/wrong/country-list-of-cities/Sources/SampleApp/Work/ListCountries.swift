/// Every country in the store.
func listCountries() async throws -> [CountryRow] {
    try await SampleManager.shared.cities.list().map { city in
        CountryRow(id: city.id ?? "", name: city.name ?? "")
    }
}
