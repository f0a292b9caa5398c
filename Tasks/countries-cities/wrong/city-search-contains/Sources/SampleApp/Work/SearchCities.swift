/// The cities whose name begins with `text`, ignoring case, sorted by name.
func searchCities(_ text: String) async throws -> [CityRow] {
    try await SampleManager.shared.citiesStartingWith(text: text).map { city in
        CityRow(id: city.id ?? "", name: city.name ?? "", countryID: city.country?.value)
    }
}
