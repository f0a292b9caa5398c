/// The cities whose name begins with `text`, ignoring case, sorted by name.
func searchCities(_ text: String) async throws -> [CityRow] {
    // TODO: city search
    return []
}
