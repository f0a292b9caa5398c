/// Every country in the store.
func listCountries() async throws -> [CountryRow] {
    try openStore().rows("SELECT id, name FROM Country").map { row in
        CountryRow(id: row[0].text ?? "", name: row[1].text ?? "")
    }
}
