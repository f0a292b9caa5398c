import CoreData

/// Stores every country and city of `data`, each city with its country. A record that is already
/// stored is replaced.
func insert(_ data: SampleData) async throws {
    let context = try openStore()
    try await context.perform {
        for country in data.countries {
            let object = NSEntityDescription.insertNewObject(
                forEntityName: "Country",
                into: context
            )
            object.setValue(country.area, forKey: "area")
            object.setValue(country.callingCode, forKey: "callingCode")
            object.setValue(country.code, forKey: "code")
            object.setValue(country.flag, forKey: "flag")
            object.setValue(country.id, forKey: "id")
            object.setValue(country.name, forKey: "name")
            object.setValue(country.population, forKey: "population")
        }
        for city in data.cities {
            let object = NSEntityDescription.insertNewObject(
                forEntityName: "City",
                into: context
            )
            object.setValue(city.area, forKey: "area")
            object.setValue(city.id, forKey: "id")
            object.setValue(city.isCapital, forKey: "isCapital")
            object.setValue(city.name, forKey: "name")
            object.setValue(city.population, forKey: "population")
            let country = try city.countryID.flatMap { try find("Country", $0, in: context) }
            object.setValue(country, forKey: "country")
        }
        try context.save()
    }
}
