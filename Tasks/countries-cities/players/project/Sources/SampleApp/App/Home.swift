import CacheStore

/// Reads commands until there are no more, and prints their output.
struct Home {
    let storeFile: String
    private(set) var hasFailed = false

    init(storeFile: String) {
        self.storeFile = storeFile
    }

    mutating func run() async {
        if Console.isInteractive { Console.say(menu) }
        while let line = Console.readCommand(), line != "quit" {
            do {
                try await perform(line)
            } catch {
                Console.complain("\(line): \(error)")
                hasFailed = true
            }
        }
    }

    private func perform(_ line: String) async throws {
        switch Command(line) {
        case .nothing: return
        case .help: Console.say(menu)
        case .insertData(let file):
            try await insert(try SampleData(file: file ?? "Data/sample.tsv"))
            try showStore(table: nil)
        case .players: Console.show(try await listPlayers().map(\.fields))
        case .searchPlayers(let text): Console.show(try await searchPlayers(text).map(\.fields))
        case .deletePlayer(let id):
            Console.say(try await deletePlayer(id: id) ? "deleted \(id)" : "no player \(id)")
        case .teams: Console.show(try await listTeams().map(\.fields))
        case .searchTeams(let text): Console.show(try await searchTeams(text).map(\.fields))
        case .store(let table): try showStore(table: table)
        case .unknown: throw UnknownCommand()
        }
    }

    private func showStore(table: String?) throws {
        let tables = try StoreContents(fileAt: storeFile).tables
        if let table {
            let rows = tables.first { $0.name == table }?.rows ?? []
            Console.show(rows.map { row in row.map { $0 ?? "" } })
        } else if tables.isEmpty {
            Console.say("nothing is stored")
        } else {
            Console.show(tables.map { [$0.name, String($0.rows.count)] })
        }
    }
}

struct UnknownCommand: Error, CustomStringConvertible {
    let description = "there is no such command; help shows them all"
}

private let menu = """
    Teams and players

      insert data [FILE]      players      players search TEXT      player delete ID
      store                   teams   teams search TEXT   quit

    """
