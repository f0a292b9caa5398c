/// A line of the cities screen.
struct CityRow {
    var id: String
    var name: String
    /// The id of its country; nil when it has none.
    var countryID: String?

    var fields: [String] { [id, name, countryID ?? ""] }
}

/// A line of the countries screen.
struct CountryRow {
    var id: String
    var name: String

    var fields: [String] { [id, name] }
}
