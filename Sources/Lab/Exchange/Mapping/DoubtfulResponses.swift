import CSV
import Diagnostics
import JSON

/// Responses in a survey program's export that should perhaps be left out: tests of the survey, and
/// unfinished responses.
struct DoubtfulResponses {
    private var isTest: Bool
    /// Heading of the column that identifies the doubtful responses, such as `Status`.
    private var column: String
    /// The distinct texts that identify the doubtful responses in the column.
    private var cells: [String]
    private(set) var count: Int

    /// The number and kind of the responses, in words.
    var words: String {
        isTest
            ? counted(count, "test response of the survey", "test responses of the survey")
            : counted(count, "response that was not finished", "responses that were not finished")
    }

    /// Entry of the mapping's `leave_out_if` that excludes these responses.
    var rule: String { "\(jsonText(column)): [\(cells.map(jsonText).joined(separator: ", "))]" }

    static func all(in table: CSVTable, of program: SurveyProgram) -> [DoubtfulResponses] {
        program.doubtful.compactMap { isTest, names, texts in
            let place = table.header.firstIndex { heading in
                names.contains(SurveyProgram.bare(folded(heading.text).lowercased()))
            }
            guard let place else { return nil }
            let cells = table.rows.map { folded($0[place].text) }
                .filter { texts.contains($0.lowercased()) }
            guard !cells.isEmpty else { return nil }
            return DoubtfulResponses(
                isTest: isTest,
                column: folded(table.header[place].text),
                cells: Set(cells).sorted(),
                count: cells.count
            )
        }
    }

    /// Returns the line of the mapping that leaves out the responses; nil if `found` is empty. If
    /// some responses are not tests of the survey, the line contains a placeholder, because the
    /// user must decide.
    static func line(_ found: [DoubtfulResponses]) -> String? {
        guard !found.isEmpty else { return nil }
        let rules = "{\(found.map(\.rule).joined(separator: ", "))}"
        let words = found.map(\.words).joined(separator: " and ")
        if found.allSatisfy(\.isTest) { return "leave_out_if: \(rules)  # \(words)" }
        return "leave_out_if: \(FoundTime.open)  # use \(rules) to leave out \(words); delete this "
            + "line to keep them"
    }
}

extension Guess {
    /// The line of the mapping about test responses and unfinished responses; nil if
    /// there are none.
    var doubtfulResponses: String? {
        program.flatMap { DoubtfulResponses.line(DoubtfulResponses.all(in: table, of: $0)) }
    }
}

extension SurveyProgram {
    /// Values of the column `Status` in a Qualtrics export that mark a test of the survey, as texts
    /// and as numbers.
    private static let qualtricsTests: Set<String> = [
        "survey preview", "survey test", "survey preview spam", "offline survey preview", "1", "2",
        "9", "17",
    ]

    /// The columns that mark a response as a test of the survey or as unfinished. `names` contains
    /// the possible headings of the column. `texts` contains the cells, in lowercase, that mark a
    /// response.
    fileprivate var doubtful: [(isTest: Bool, names: Set<String>, texts: Set<String>)] {
        switch self {
        case .limeSurvey: [(false, ["submitdate", "date submitted"], [""])]
        case .qualtrics:
            [
                (true, ["status"], SurveyProgram.qualtricsTests),
                (false, ["finished"], ["false", "0"]),
            ]
        case .soSci:
            [(true, ["mode"], ["pretest", "admin", "debug"]), (false, ["finished"], ["0"])]
        case .googleForms: []
        }
    }
}
