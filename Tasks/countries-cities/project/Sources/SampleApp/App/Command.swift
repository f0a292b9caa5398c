/// A line that the user typed, understood.
enum Command {
    case nothing, help, unknown
    case insertData(file: String?)
    case cities
    case searchCities(String)
    case deleteCity(id: String)
    case countries
    case searchCountries(String)
    case store(table: String?)

    init(_ line: String) {
        switch line {
        case "": self = .nothing
        case "help": self = .help
        case "insert data": self = .insertData(file: nil)
        case "cities": self = .cities
        case "countries": self = .countries
        case "store": self = .store(table: nil)
        default: self = Command.withText(line)
        }
    }

    private static func withText(_ line: String) -> Command {
        func text(after words: String) -> String? {
            line.hasPrefix(words + " ") ? String(line.dropFirst(words.count + 1)) : nil
        }
        if let file = text(after: "insert data") { return .insertData(file: file) }
        if let text = text(after: "cities search") { return .searchCities(text) }
        if let text = text(after: "countries search") { return .searchCountries(text) }
        if let id = text(after: "city delete") { return .deleteCity(id: id) }
        if let table = text(after: "store") { return .store(table: table) }
        return .unknown
    }
}
