/// The countries whose name contains `text`, ignoring case, sorted by name.
func searchCountries(_ text: String) async throws -> [CountryRow] {
    let part = text.lowercased()
    return try openStore().rows("SELECT id, name FROM Country ORDER BY name").map { row in
        CountryRow(id: row[0].text ?? "", name: row[1].text ?? "")
    }.filter { $0.name.lowercased().contains(part) }
}
