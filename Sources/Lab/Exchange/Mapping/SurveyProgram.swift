import CSV

/// Survey programs that add columns of their own to an export. The names of these columns are taken
/// from the published descriptions of the programs' formats.
enum SurveyProgram: String {
    case limeSurvey = "LimeSurvey"
    case qualtrics = "Qualtrics"
    case soSci = "SoSci Survey"
    case googleForms = "Google Forms"

    init?(_ columns: [Guess.Column]) {
        let names = Set(columns.map { SurveyProgram.bare($0.low) })
        if names.isSuperset(of: ["case", "questnnr"]) {
            self = .soSci
        } else if names.contains("responseid"),
            names.contains("recordeddate") || names.contains("enddate")
        {
            self = .qualtrics
        } else if !names.isDisjoint(with: ["lastpage", "last page"])
            || names.isSuperset(of: ["submitdate", "startlanguage"])
        {
            self = .limeSurvey
        } else if columns.first?.low == "timestamp" {
            self = .googleForms
        } else {
            return nil
        }
    }

    /// Returns whether the program adds the column to every export, regardless of the questions.
    func isOwn(_ column: Guess.Column) -> Bool {
        let name = SurveyProgram.bare(column.low)
        if self == .soSci, name.wholeMatch(of: /time(\d+|_sum|_rsi)/) != nil { return true }
        return own.contains(name)
    }

    /// Codes that the program writes for missing answers: "not answered" and "don't know".
    var missing: [String] { self == .soSci ? ["-9", "-1"] : [] }

    /// Returns whether the row below the headings holds labels. Such a row is an option of SoSci
    /// Survey's export; the result is false for other programs.
    func hasLabels(_ table: CSVTable) -> Bool {
        guard self == .soSci, table.rows.count > 1,
            let place = table.header.firstIndex(where: { folded($0.text).lowercased() == "case" })
        else { return false }
        let cells = table.rows.map { folded($0[place].text) }
        return !cells[0].isEmpty && Int(cells[0]) == nil
            && cells.dropFirst().allSatisfy { Int($0) != nil }
    }

    /// Returns the code at the beginning of a heading: `lastpage. Last page` gives `lastpage`.
    static func bare(_ low: String) -> String {
        low.firstRange(of: ". ").map { String(low[..<$0.lowerBound]) } ?? low
    }

    private var own: Set<String> {
        switch self {
        case .limeSurvey:
            [
                "id", "response id", "lastpage", "last page", "startlanguage", "start language",
                "seed", "startdate", "date started", "datestamp", "date last action", "ipaddr",
                "ip address", "refurl", "referrer url", "submitdate", "date submitted",
                "interviewtime", "total time",
            ]
        case .qualtrics:
            [
                "startdate", "enddate", "status", "ipaddress", "progress",
                "duration (in seconds)", "finished", "recordeddate", "responseid",
                "recipientlastname", "recipientfirstname", "recipientemail", "externalreference",
                "locationlatitude", "locationlongitude", "distributionchannel", "userlanguage",
            ]
        case .soSci:
            [
                "case", "serial", "ref", "questnnr", "mode", "language", "started", "mailsent",
                "lastdata", "status", "finished", "q_viewer", "lastpage", "maxpage", "missing",
                "missrel", "deg_time", "deg_miss", "deg_missrel", "cookie",
            ]
        case .googleForms: ["email address", "username", "score"]
        }
    }
}
