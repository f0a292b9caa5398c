/// The countries whose name contains `text`, ignoring case, sorted by name.
func searchCountries(_ text: String) async throws -> [CountryRow] {
    // TODO: country search
    return []
}
