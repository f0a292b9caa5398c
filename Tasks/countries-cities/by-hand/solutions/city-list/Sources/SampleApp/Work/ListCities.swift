/// Every city in the store.
func listCities() async throws -> [CityRow] {
    try openStore().rows("SELECT id, name, country FROM City").map { row in
        CityRow(id: row[0].text ?? "", name: row[1].text ?? "", countryID: row[2].text)
    }
}
