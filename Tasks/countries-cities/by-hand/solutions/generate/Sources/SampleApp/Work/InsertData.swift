/// Stores every country and city of `data`, each city with its country. A record that is already
/// stored is replaced.
func insert(_ data: SampleData) async throws {
    let database = try openStore()
    try database.execute("BEGIN")
    for country in data.countries {
        try database.execute(
            "INSERT OR REPLACE INTO Country VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                .real(Double(country.area)),
                .text(country.callingCode),
                .text(country.code),
                .text(country.flag),
                .text(country.id),
                .text(country.name),
                .integer(country.population),
            ]
        )
    }
    for city in data.cities {
        try database.execute(
            "INSERT OR REPLACE INTO City VALUES (?, ?, ?, ?, ?, ?)",
            [
                .real(Double(city.area)),
                .text(city.id),
                .integer(city.isCapital ? 1 : 0),
                .text(city.name),
                .integer(city.population),
                city.countryID.map { .text($0) } ?? .null,
            ]
        )
    }
    try database.execute("COMMIT")
}
