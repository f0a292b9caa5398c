import CSV
import Diagnostics
import ResultsStore
import StudyDefinition

/// The result of reading a table according to a mapping. All rows of a participant are combined,
/// even if they contain different kinds of results.
struct MappedReading {
    struct Time {
        var nanoseconds: Int64
        var outcome: Outcome
        var raw: String
        /// `false` for a completed task without a time; nil for any other task. Never `true`.
        var isTimed: Bool?

        /// Whether the participant began the task, by the rule of ``SessionResults/Run/hasStarted``.
        var hasStarted: Bool {
            nanoseconds > 0 || outcome != .skipped && outcome != .notAttempted
        }
    }

    struct Place: Hashable {
        var task: String
        var condition: String
    }

    /// Counts of the times and outcomes that were read for one entry of the mapping's `times`.
    struct Account {
        private(set) var count = 0
        /// Shortest and longest time in nanoseconds; nil if no time was read.
        private(set) var range: ClosedRange<Int64>?
        private(set) var outcomes: [Outcome: Int] = [:]

        /// Counts an outcome and, if there is one, a time.
        ///
        /// - Parameter nanoseconds: the time; nil if the cell has none.
        mutating func note(_ outcome: Outcome, _ nanoseconds: Int64?) {
            outcomes[outcome, default: 0] += 1
            guard let nanoseconds else { return }
            count += 1
            let known = range ?? nanoseconds...nanoseconds
            range = min(known.lowerBound, nanoseconds)...max(known.upperBound, nanoseconds)
        }
    }

    /// Position of a condition in a participant's order of conditions, and the location of the cell
    /// that states this position.
    struct Period {
        var value: Double
        var place: Diagnostic.Place
    }

    struct Person {
        var code: String
        /// Conditions in the order in which they were read, each with its position in the
        /// participant's order. The position is nil if neither the table nor the mapping states it.
        var conditions: [(id: String, period: Period?)] = []
        /// Times, keyed by task and condition. A key with several times is an error unless the
        /// mapping has `repeats: keep`.
        var times: [Place: [Time]] = [:]
        var answers: [Answered] = []
        /// Answers to questions after tasks. The times of a row are added to ``times`` first, so
        /// that the row's answers can refer to them.
        var taskAnswers: [TaskAnswer] = []
        /// Usability problems that the participant encountered, in the order of the columns.
        var problems: [MetProblem] = []
        /// Whether a table states which usability problems the participant encountered.
        var isObserved = false

        /// Returns whether the answer can be assigned to one of the participant's times. Also
        /// returns true if the participant has no time for the answer's task and condition.
        func isBound(_ answer: TaskAnswer) -> Bool {
            let count = times[answer.place]?.count ?? 0
            return answer.time != nil || count == 0 || (count == 1 && !answer.isUntimed)
        }
    }

    struct TaskAnswer {
        var answer: Answered
        var place: Place
        /// Index, among the participant's times for `place`, of the time in the answer's row; nil
        /// if the row has no such time.
        var time: Int?
        /// Whether the mapping has `times`, but the row has no time for this task and condition.
        var isUntimed: Bool
    }

    /// Groups of problems that may occur in every row. Problems of one group have the same
    /// diagnostic id and, for some ids, also the same cell text. Only the first problem of each
    /// group is reported. The message states the number of further problems in the group.
    struct Repeats {
        /// The first problem of each group, and the number of problems in the group.
        private var found: [(first: Diagnostic, count: Int)] = []
        /// Indices in `found`, keyed by group.
        private var places: [String: Int] = [:]

        /// - Parameter cell: the text of the cell, if problems with different texts belong to
        ///   different groups; otherwise empty.
        mutating func note(_ problem: Diagnostic, cell: String = "") {
            let group = "\(problem.id) \(cell)"
            guard let place = places[group] else {
                places[group] = found.count
                return found.append((problem, 1))
            }
            found[place].count += 1
        }

        var problems: [Diagnostic] {
            found.map { first, count in
                var problem = first
                if count > 1 { problem.problem += "; \(count - 1) more like this" }
                return problem
            }
        }
    }

    struct MetProblem: Hashable {
        var title: String
        var task: String?
        /// The condition; empty if the task belongs to no condition, and nil if the row does not
        /// state it.
        var condition: String?
        var severity: Int?
    }

    let table: CSVTable
    var mapping: Mapping
    let study: Study
    let columns: [String: Int]
    var people: [Person] = []
    /// Indices in `people`, keyed by participant code.
    var places: [String: Int] = [:]
    /// Participant codes with the locations of their cells, used to find similar codes. The key of
    /// a code is the result of ``ParticipantCode/likeness(_:)``, which is equal for similar codes.
    /// Only the first code with each key is stored.
    var likenesses: [String: (code: String, place: Diagnostic.Place)] = [:]
    /// Codes of the participants who have rows in this table.
    var codes: Set<String> = []
    /// Texts in this table's column of participant codes, keyed by the code that was made from
    /// them.
    var spellings: [String: String] = [:]
    var problems: [Diagnostic] = []
    /// Number of failed attempts without a time, and number of successful attempts without a time.
    /// The time of all these attempts is stored as zero.
    var (failuresWithoutTime, successesWithoutTime) = (0, 0)
    /// Counts of the times and outcomes that were read for each entry of the mapping's `times`,
    /// keyed by the entry's index.
    var accounts: [Int: Account] = [:]
    /// Number of rows with each outcome, as read from the mapping's top-level `outcome`.
    var sharedOutcomes: [Outcome: Int] = [:]
    /// Number of empty outcome cells in rows without a time.
    var withoutOutcome = 0
    /// Number of sums of times that were not computed, because only some of the cells to be added
    /// have a value.
    var incompleteSums = 0
    /// Cells that contain a spreadsheet error, such as `#N/A`, in columns that are read.
    var errors: [CSVTable.Cell] = []
    /// Problems that may occur in every row for the same reason.
    var repeats = Repeats()
    /// The only condition that the other files state for a participant, keyed by participant code.
    /// Participants with several conditions are left out. Used for rows without a condition; empty
    /// if this table states conditions.
    let onlyConditions: [String: String]
    /// Whether a result was refused because its condition is unknown.
    var lacksConditions = false
    /// Numbers of answers that were read according to the mapping's `long`, keyed by the ids of
    /// questionnaire and item, such as `sus/1`.
    var longAnswers: [String: Int] = [:]
    /// Number of empty answers that were read according to the mapping's `long`.
    var longMissing = 0
    /// Lowercase words, such as `mean`, that mark summary rows in this table's column of
    /// participant codes.
    var summaryWords: Set<String> = []
    /// Whether all cells in this table's column of participant codes are whole numbers. Programs
    /// such as pandas write `1` as `1.0` if a cell of the column is empty.
    var areWholeNumbers = false
    /// Indices of summary rows at the end of the table. The first nonempty cell of such a row is a
    /// word such as `mean`, in an ignored column or in the column `submitted`.
    var summaryRows: Set<Int> = []
    /// The position of each condition in the participant's order of conditions, keyed by condition
    /// id. Contains only positions that the current row or the mapping states.
    var rowPeriods: [String: Period] = [:]
    /// The current row's task and task set; nil until they are first needed. The cells are read
    /// only once, so that an error in a cell is reported only once.
    var rowTask: String??
    var rowTaskSet: Study.TaskSet??

    /// Reads all rows of `table`.
    ///
    /// - Parameter earlier: the result of reading an earlier file. Its participants are kept, and
    ///   the results of `table` are added to them.
    /// - Parameter onlyConditions: see ``onlyConditions``.
    init(
        _ table: CSVTable,
        _ mapping: Mapping,
        study: Study,
        after earlier: MappedReading? = nil,
        onlyConditions: [String: String] = [:]
    ) {
        (self.table, self.mapping, self.study) = (table, mapping, study)
        self.onlyConditions = onlyConditions
        (people, places) = (earlier?.people ?? [], earlier?.places ?? [:])
        likenesses = earlier?.likenesses ?? [:]
        columns = Dictionary(
            table.header.enumerated().map { (folded($1.text), $0) },
            uniquingKeysWith: { first, _ in first }
        )
        nameItems()
        checkColumns()
        checkTargets()
        guard problems.isEmpty else { return }
        findSummaries()
        for (number, row) in table.rows.enumerated() { read(row, number: number) }
        problems += repeats.problems
        if people.isEmpty, problems.isEmpty {
            problems.add("no-rows", at: .init(file: table.file), "has a header but no participants")
        }
    }

    /// Replaces positions in a questionnaire (`#3`) with the ids of the items at these positions.
    private mutating func nameItems() {
        guard mapping.answers != nil else { return }
        let named = mapping.allAnswers.map { answer -> Mapping.Answer in
            guard answer.item.first == "#", let place = Int(answer.item.dropFirst()),
                let items = study.questionnaires.first(where: { $0.id == answer.questionnaire })?
                    .items, let item = items.element(number: place)
            else { return answer }
            var named = answer
            named.item = item.id
            return named
        }
        mapping.answers?.all = named
    }
}
