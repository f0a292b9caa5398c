/// Every city in the store.
func listCities() async throws -> [CityRow] {
    // TODO: city list
    return []
}
