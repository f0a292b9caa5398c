import Foundation

/// Countries and cities read from a file, not yet stored.
///
/// A line of the file is a record, with tabs between its fields; a line that begins with # is a
/// comment.
///
///     country  id  name  code  callingCode  flag  area  population
///     city     id  name  isCapital  area  population  countryID
struct SampleData {
    var countries: [CountryData] = []
    var cities: [CityData] = []

    init(file: String) throws {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        where !line.isEmpty && !line.hasPrefix("#") {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(
                String.init
            )
            if let country = CountryData(fields) {
                countries.append(country)
            } else if let city = CityData(fields) {
                cities.append(city)
            } else {
                throw UnreadableLine(file: file, line: index + 1)
            }
        }
    }
}

struct CountryData {
    var id: String
    var name: String
    var code: String
    var callingCode: String
    var flag: String
    var area: Float
    var population: Int64

    init?(_ fields: [String]) {
        guard fields.count == 8, fields[0] == "country", let area = Float(fields[6]),
            let population = Int64(fields[7])
        else { return nil }
        (id, name, code) = (fields[1], fields[2], fields[3])
        (callingCode, flag) = (fields[4], fields[5])
        (self.area, self.population) = (area, population)
    }
}

struct CityData {
    var id: String
    var name: String
    var isCapital: Bool
    var area: Float
    var population: Int64
    /// nil for a city without a country.
    var countryID: String?

    init?(_ fields: [String]) {
        guard fields.count == 7, fields[0] == "city", let area = Float(fields[4]),
            let population = Int64(fields[5])
        else { return nil }
        (id, name, isCapital) = (fields[1], fields[2], fields[3] == "yes")
        (self.area, self.population) = (area, population)
        countryID = fields[6].isEmpty ? nil : fields[6]
    }
}

struct UnreadableLine: Error, CustomStringConvertible {
    var file: String
    var line: Int

    var description: String { "\(file):\(line): this is neither a country nor a city" }
}
