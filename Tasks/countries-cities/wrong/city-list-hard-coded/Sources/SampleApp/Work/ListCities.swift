/// Every city in the store.
func listCities() async throws -> [CityRow] {
    [
        CityRow(id: "c01", name: "Tokyo", countryID: "JP"),
        CityRow(id: "c02", name: "Kyoto", countryID: "JP"),
        CityRow(id: "c03", name: "Nagoya", countryID: "JP"),
        CityRow(id: "c04", name: "Amman", countryID: "JO"),
        CityRow(id: "c05", name: "Aqaba", countryID: "JO"),
        CityRow(id: "c06", name: "Cairo", countryID: "EG"),
        CityRow(id: "c07", name: "Alexandria", countryID: "EG"),
        CityRow(id: "c08", name: "Ankara", countryID: "TR"),
        CityRow(id: "c09", name: "Istanbul", countryID: "TR"),
        CityRow(id: "c10", name: "Berlin", countryID: "DE"),
        CityRow(id: "c11", name: "Bremen", countryID: "DE"),
        CityRow(id: "c12", name: "Bonn", countryID: "DE"),
    ]
}
