/// Every country in the store.
func listCountries() async throws -> [CountryRow] {
    let manager = try SampleManager.shared
    var rows: [CountryRow] = []
    for country in try await manager.countries.list() {
        if try await manager.cities(of: country).isEmpty { continue }
        rows.append(CountryRow(id: country.id ?? "", name: country.name ?? ""))
    }
    return rows
}
