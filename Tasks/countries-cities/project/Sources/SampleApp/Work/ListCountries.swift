/// Every country in the store.
func listCountries() async throws -> [CountryRow] {
    // TODO: country list
    return []
}
