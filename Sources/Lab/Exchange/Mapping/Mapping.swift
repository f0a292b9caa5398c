import Diagnostics
import YAMLFields
import Yams

/// A definition of how to read the columns of a table from another program. The Mapping page of the
/// documentation describes the keys; `evalrun import --guess` drafts a mapping.
struct Mapping: Sendable, Decodable {
    /// A column whose cells name conditions, tasks or parallel task sets.
    struct NameColumn: Sendable, Codable {
        var column: String
        /// Ids of the conditions, tasks or task sets, keyed by the text of the cell. Cells that
        /// contain ids or titles need no entry.
        var values: [String: String]?
    }

    struct Time: Sendable, Decodable {
        /// The column of times; nil if the table has an outcome of the task but no times.
        var column: String?
        /// Columns whose times are added to the time in ``column``.
        var plus: [String]?
        /// The task's id; nil if the mapping's `task` names the column that contains it.
        var task: String?
        /// Id of the condition to which the whole column belongs. Nil if each row has its own
        /// condition.
        var condition: String?
        /// Unit of the times: `s`, `ms`, `min` or `m:ss`; nil if `column` is nil. Cells in a column
        /// with the unit `m:ss` may also have the form `h:mm:ss`.
        var unit: String?
        /// The column that states how the task ended. Nil if ``Mapping/outcome`` names that column,
        /// or if the table has no outcomes.
        var outcome: Outcome?
    }

    struct Answer: Sendable, Decodable {
        var column: String
        var questionnaire: String
        var item: String
        var condition: String?
        /// The task after which the question was asked. It may be omitted in three cases:
        ///
        /// - the mapping's `task` names the column with the task;
        /// - all times in the mapping have the same task;
        /// - the study has only one analyzed task.
        var task: String?
        /// Replacements for the texts of cells, keyed by the text. Each is a number, or a label
        /// that the study's item accepts. Cells without an entry are read unchanged. `factor` and
        /// `offset` also convert the numbers in `values`.
        var values: [String: String]?
        /// Number added after the multiplication by `factor`. For example, `-1` converts a scale
        /// from 1 to 7 into a scale from 0 to 6.
        var offset: Double?
        var factor: Double?

        /// Returns the number after its conversion to the study's scale.
        func turned(_ number: Double) -> Double { number * (factor ?? 1) + (offset ?? 0) }
    }

    struct Outcome: Sendable, Codable {
        var column: String
        /// Outcomes, such as `success` or `gave-up`, keyed by the text of the cell.
        var values: [String: String]
    }

    /// The column that states in which order a row's participant worked in the conditions.
    struct Order: Sendable, Codable {
        var column: String
        /// Ordered lists of condition ids, keyed by the text of the cell. Cells that list ids or
        /// titles need no entry.
        var values: [String: [String]]?
    }

    /// A column for one usability problem. Each cell states whether the row's participant
    /// encountered the problem.
    struct Problem: Sendable, Decodable {
        var column: String
        /// Title of the problem; nil to use the column's heading.
        var title: String?
        var task: String?
        /// Severity from 1 (cosmetic) to 4 (catastrophic).
        var severity: Int?
    }

    /// The columns of a table whose rows each hold one answer.
    struct LongAnswers: Sendable, Codable {
        var item: String
        var value: String
        /// Questions, keyed by the text of the cell in the column ``item``. A question is the id of
        /// an item, or the ids of a questionnaire and an item, such as `sus/1`. Cells that contain
        /// such ids or the text of a question need no entry.
        var items: [String: String]?
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case format, participant, submitted, condition, period, order, periods, task
        case taskSet = "task_set"
        case times, outcome, answers, long, problems, repeats, decimal, thousands, missing, sheet
        case headingRows = "heading_rows"
        case leaveOut = "leave_out"
        case leaveOutIf = "leave_out_if"
        case ignore
    }

    var format: Int
    /// Column with the participant's code; nil if each row is a participant, named P1, P2, ….
    var participant: String?
    var submitted: String?
    var condition: NameColumn?
    /// Column with the position (1, 2, …) of the row's condition in the participant's order.
    var period: String?
    /// The column with the order of conditions, for rows that hold several conditions.
    var order: Order?
    /// Positions in the order of conditions, keyed by condition id. A value is either a number,
    /// which applies to all participants, or the name of a column that contains the number.
    var periods: [String: String]?
    var task: NameColumn?
    /// The column that states to which parallel task set a row belongs.
    var taskSet: NameColumn?
    var times: Several<Time>?
    var outcome: Outcome?
    var answers: Several<Answer>?
    var long: LongAnswers?
    var problems: [Problem]?
    /// Treatment of several rows with the same participant, task and condition. `keep` makes each
    /// row a separate observation. `refuse`, the default, reports an error, so that no row is
    /// dropped without notice.
    var repeats: String?
    /// Decimal mark, `.` or `,`. Nil means `.`.
    var decimal: String?
    /// Thousands mark: `,`, `.`, `'` or a space. Nil if numbers have none.
    var thousands: String?
    /// Texts of cells that mean a missing value, in addition to the usual ones such as `NA`.
    var missing: [String]?
    /// Name of the workbook's sheet to be read; nil if only one sheet has cells.
    var sheet: String?
    /// Line number of the headings, or the first and the last line number, such as `2-3`. Nil means
    /// the first line.
    var headingRows: String?
    /// Texts of the first cells of rows that are not data, such as `Mean`.
    var leaveOut: [String]?
    /// Texts of cells that identify rows which are not data, keyed by column; for example, `Survey
    /// Preview` in the column `Status`.
    var leaveOutIf: [String: [String]]?
    /// Columns that are not read.
    var ignore: [String]?

    /// - Parameter draft: the command line that drafts a mapping, for messages; nil to omit it.
    /// - Throws: the first error in the mapping, or one diagnostic for each value `?` of a draft
    ///   that the user has not replaced.
    init(yaml text: String, file: String, draft: String? = nil) throws(DiagnosticError) {
        do {
            let findings = DiagnosticList()
            let root = Entry(
                yaml: text,
                file: file,
                expected: "a mapping with \"format: 1\"",
                findings: findings,
                allowsAliases: true
            )
            guard let root else { throw DiagnosticError(findings.all) }
            try Mapping.check(root.node, file: file)
            let open = Mapping.open(root.node, file: file)
            guard open.isEmpty else { throw DiagnosticError(open) }
            self = try YAMLDecoder().decode(Mapping.self, from: text)
        } catch let error as DiagnosticError {
            throw error
        } catch let error as DecodingError {
            throw DiagnosticError(
                "mapping",
                at: .init(file: file),
                "this is not a valid mapping: \(Mapping.words(error))",
                fix: draft.map { "draft a mapping with: \($0)" }
            )
        } catch {
            throw DiagnosticError(
                "mapping",
                at: .init(file: file),
                "this is not valid YAML: \(String(describing: error).prefix(200))"
            )
        }
        try checkValues(file: file)
        guard format == 1 else {
            throw DiagnosticError(
                "mapping-format",
                at: .init(file: file),
                "has format \(format)",
                expected: "format: 1"
            )
        }
    }

    /// The allowed keys of YAML nodes. A node is identified by the path of keys that leads to it.
    /// Nodes without an entry may have any keys.
    private static let keys: [[String]: Set<String>] = [
        []: Set(CodingKeys.allCases.map(\.rawValue)),
        ["task_set"]: ["column", "values"],
        ["problems"]: ["column", "title", "task", "severity"],
        ["order"]: ["column", "values"], ["condition"]: ["column", "values"],
        ["task"]: ["column", "values"],
        ["outcome"]: ["column", "values"], ["long"]: ["item", "items", "value"],
        ["times"]: [
            "column", "columns", "plus", "task", "tasks", "condition", "unit", "outcome",
        ],
        ["times", "outcome"]: ["column", "columns", "values"],
        ["answers"]: [
            "column", "columns", "questionnaire", "item", "items", "condition", "task", "values",
            "offset", "factor",
        ],
    ]

    /// Throws an error if a YAML node contains an unknown key, so that a misspelled key is not
    /// ignored.
    private static func check(_ node: Node, file: String, at path: [String] = []) throws {
        if let sequence = node.sequence {
            for element in sequence { try check(element, file: file, at: path) }
            return
        }
        guard let mapping = node.mapping, let known = keys[path] else { return }
        for (key, value) in mapping {
            let text = key.string ?? ""
            guard known.contains(text) else {
                throw DiagnosticError(
                    "mapping-key",
                    at: .init(file: file, line: key.mark?.line, column: key.mark?.column),
                    "\"\(text)\" is not a key\(inside(path)) of a mapping",
                    expected: known.sorted().joined(separator: ", "),
                    fix: suggestion(for: text, among: known.sorted())
                )
            }
            try check(value, file: file, at: path + [text])
        }
    }

    /// The placeholder that the user must replace in a draft. Under the key `column`, `?` is not a
    /// placeholder but the name of a column.
    static let openMark = "?"

    private static func open(_ node: Node, file: String, at path: [String] = []) -> [Diagnostic] {
        if let sequence = node.sequence {
            return sequence.flatMap { open($0, file: file, at: path) }
        }
        return (node.mapping ?? [:]).flatMap { key, value -> [Diagnostic] in
            let name = key.string ?? ""
            guard value.string == openMark, name != "column" else {
                return open(value, file: file, at: path + [name])
            }
            let parents = path.filter { $0 != "values" }
            let place = value.mark ?? key.mark
            return [
                Diagnostic(
                    "mapping-open",
                    at: .init(file: file, line: place?.line, column: place?.column),
                    "\"\(name)\"\(inside(parents)) still has the value \"?\"",
                    fix: "replace \"?\" with a value; the comment in the draft lists the choices"
                )
            ]
        }
    }

    /// Returns the part of a message that states where a key is, such as
    /// ` in "outcome" in "times"`. `path` contains the keys that enclose this key, outermost first.
    /// Returns an empty string if `path` is empty.
    private static func inside(_ path: [String]) -> String {
        path.reversed().map { " in \"\($0)\"" }.joined()
    }

    private static func words(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context):
            "\(path(context.codingPath)) has no \"\(key.stringValue)\""
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\(path(context.codingPath)) has a value of the wrong type"
        case .dataCorrupted(let context): context.debugDescription
        @unknown default: "the decoding error is unknown"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        let parts = keys.map { $0.intValue.map { "entry \($0 + 1)" } ?? $0.stringValue }
        return parts.isEmpty ? "the file" : parts.joined(separator: ", ")
    }
}
