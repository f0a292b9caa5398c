/// The cities whose name begins with `text`, ignoring case, sorted by name.
func searchCities(_ text: String) async throws -> [CityRow] {
    try openStore().rows(
        "SELECT id, name, country FROM City WHERE name LIKE ? ORDER BY name",
        [.text(text + "%")]
    ).map { row in
        CityRow(id: row[0].text ?? "", name: row[1].text ?? "", countryID: row[2].text)
    }
}
