/// The countries whose name contains `text`, ignoring case, sorted by name.
func searchCountries(_ text: String) async throws -> [CountryRow] {
    try openStore().rows(
        "SELECT id, name FROM Country WHERE name LIKE '%\(text)%' ORDER BY name"
    ).map { row in
        CountryRow(id: row[0].text ?? "", name: row[1].text ?? "")
    }
}
