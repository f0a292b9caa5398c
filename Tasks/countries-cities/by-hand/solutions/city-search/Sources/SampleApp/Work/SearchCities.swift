/// The cities whose name begins with `text`, ignoring case, sorted by name.
func searchCities(_ text: String) async throws -> [CityRow] {
    let beginning = text.lowercased()
    return try openStore().rows("SELECT id, name, country FROM City ORDER BY name").map { row in
        CityRow(id: row[0].text ?? "", name: row[1].text ?? "", countryID: row[2].text)
    }.filter { $0.name.lowercased().hasPrefix(beginning) }
}
