/// Every city in the store.
func listCities() async throws -> [CityRow] {
    try await SampleManager.shared.cities.list().prefix(10).map { city in
        CityRow(id: city.id ?? "", name: city.name ?? "", countryID: city.country?.value)
    }
}
