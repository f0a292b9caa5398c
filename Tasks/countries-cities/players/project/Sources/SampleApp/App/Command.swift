/// A line that the user typed, understood.
enum Command {
    case nothing, help, unknown
    case insertData(file: String?)
    case players
    case searchPlayers(String)
    case deletePlayer(id: String)
    case teams
    case searchTeams(String)
    case store(table: String?)

    init(_ line: String) {
        switch line {
        case "": self = .nothing
        case "help": self = .help
        case "insert data": self = .insertData(file: nil)
        case "players": self = .players
        case "teams": self = .teams
        case "store": self = .store(table: nil)
        default: self = Command.withText(line)
        }
    }

    private static func withText(_ line: String) -> Command {
        func text(after words: String) -> String? {
            line.hasPrefix(words + " ") ? String(line.dropFirst(words.count + 1)) : nil
        }
        if let file = text(after: "insert data") { return .insertData(file: file) }
        if let text = text(after: "players search") { return .searchPlayers(text) }
        if let text = text(after: "teams search") { return .searchTeams(text) }
        if let id = text(after: "player delete") { return .deletePlayer(id: id) }
        if let table = text(after: "store") { return .store(table: table) }
        return .unknown
    }
}
