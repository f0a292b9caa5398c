import Foundation

/// Teams and players read from a file, not yet stored.
///
/// A line of the file is a record, with tabs between its fields; a line that begins with # is a
/// comment.
///
///     team  id  name  code  league  crest  budget  members
///     player     id  name  isCaptain  height  goals  teamID
struct SampleData {
    var teams: [TeamData] = []
    var players: [PlayerData] = []

    init(file: String) throws {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        where !line.isEmpty && !line.hasPrefix("#") {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(
                String.init
            )
            if let team = TeamData(fields) {
                teams.append(team)
            } else if let player = PlayerData(fields) {
                players.append(player)
            } else {
                throw UnreadableLine(file: file, line: index + 1)
            }
        }
    }
}

struct TeamData {
    var id: String
    var name: String
    var code: String
    var league: String
    var crest: String
    var budget: Float
    var members: Int64

    init?(_ fields: [String]) {
        guard fields.count == 8, fields[0] == "team", let budget = Float(fields[6]),
            let members = Int64(fields[7])
        else { return nil }
        (id, name, code) = (fields[1], fields[2], fields[3])
        (league, crest) = (fields[4], fields[5])
        (self.budget, self.members) = (budget, members)
    }
}

struct PlayerData {
    var id: String
    var name: String
    var isCaptain: Bool
    var height: Float
    var goals: Int64
    /// nil for a player without a team.
    var teamID: String?

    init?(_ fields: [String]) {
        guard fields.count == 7, fields[0] == "player", let height = Float(fields[4]),
            let goals = Int64(fields[5])
        else { return nil }
        (id, name, isCaptain) = (fields[1], fields[2], fields[3] == "yes")
        (self.height, self.goals) = (height, goals)
        teamID = fields[6].isEmpty ? nil : fields[6]
    }
}

struct UnreadableLine: Error, CustomStringConvertible {
    var file: String
    var line: Int

    var description: String { "\(file):\(line): this is neither a team nor a player" }
}
