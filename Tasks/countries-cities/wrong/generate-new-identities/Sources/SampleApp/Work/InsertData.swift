/// Stores every country and city of `data`, each city with its country. A record that is already
/// stored is replaced.
func insert(_ data: SampleData) async throws {
    let manager = try SampleManager.shared
    try await manager.countries.save(
        data.countries.map { country in
            Country(
                area: country.area,
                callingCode: country.callingCode,
                code: country.code,
                flag: country.flag,
                id: country.id,
                name: country.name,
                population: country.population
            )
        }
    )
    try await manager.cities.save(
        data.cities.map { city in
            City(
                area: city.area,
                isCapital: city.isCapital,
                name: city.name,
                population: city.population,
                country: city.countryID.map(Country.Identity.init)
            )
        }
    )
}
