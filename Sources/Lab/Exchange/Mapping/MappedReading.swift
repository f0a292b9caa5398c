import CSV
import Diagnostics
import Foundation
import ResultsStore
import StudyDefinition

/// Reads a table by a mapping: rows of one participant belong together, whatever they hold.
struct MappedReading {
    struct Time {
        var nanoseconds: Int64
        var outcome: Outcome
        var raw: String
        /// False for a success without a time.
        var isTimed: Bool?
    }

    struct Place: Hashable {
        var task: String
        var condition: String
    }

    /// Place of a condition in the order, and the cell that says it.
    struct Period {
        var value: Double
        var place: Diagnostic.Place
    }

    struct Person {
        var code: String
        /// In the order met, with the period where a column says it.
        var conditions: [(id: String, period: Period?)] = []
        /// Several at a place if the mapping keeps repeats.
        var times: [Place: [Time]] = [:]
        var answers: [Answered] = []
        /// Answers after tasks, which follow the times that they belong to.
        var taskAnswers: [TaskAnswer] = []
        /// Problems that the participant met, in the order of the columns.
        var problems: [MetProblem] = []
        /// Whether a table says which problems the participant met.
        var isObserved = false
        /// The first row of the participant, for messages.
        var place: Diagnostic.Place

        /// Whether it is known which observation of the task an answer belongs to.
        func isBound(_ answer: TaskAnswer) -> Bool {
            let count = times[answer.place]?.count ?? 0
            return answer.time != nil || count == 0 || (count == 1 && !answer.isUntimed)
        }
    }

    struct TaskAnswer {
        var answer: Answered
        var place: Place
        /// Which of the times at the place it belongs to; nil if its row has none.
        var time: Int?
        /// Whether the table has a column for the time that its row does not have.
        var isUntimed: Bool
    }

    /// Problems that a table may have in every row, each kind told once.
    struct Repeats {
        /// The first problem of each kind, and how many there are of it.
        private var found: [(first: Diagnostic, count: Int)] = []

        mutating func note(_ problem: Diagnostic) {
            guard let place = found.firstIndex(where: { $0.first.id == problem.id }) else {
                return found.append((problem, 1))
            }
            found[place].count += 1
        }

        var problems: [Diagnostic] {
            found.map { first, count in
                var problem = first
                if count > 1 { problem.problem += "; \(count - 1) more like it" }
                return problem
            }
        }
    }

    struct MetProblem: Hashable {
        var title: String
        var task: String?
        var condition: String
        var severity: Int?
    }

    let table: CSVTable
    var mapping: Mapping
    let study: Study
    let columns: [String: Int]
    var people: [Person] = []
    /// Code → place among the people.
    var places: [String: Int] = [:]
    /// Codes of the participants that this table has rows of.
    var codes: Set<String> = []
    /// Code → the text of its cells in this table.
    var spellings: [String: String] = [:]
    var problems: [Diagnostic] = []
    /// Attempts of which the table says how they ended, and no time: they are kept with zero.
    var (failuresWithoutTime, successesWithoutTime) = (0, 0)
    /// Cells of an outcome with no value, in rows without a time.
    var withoutOutcome = 0
    /// Times of several columns of which one has no value.
    var incompleteSums = 0
    /// What may be wrong in every row for one cause.
    var repeats = Repeats()
    /// Condition → its place in the order, by the row that is read.
    var rowPeriods: [String: Period] = [:]
    /// What the row that is read says of its task and its set of tasks, once looked at: what is
    /// wrong there is one problem, however many columns ask.
    var rowTask: String??
    var rowTaskSet: Study.TaskSet??

    /// - Parameter earlier: reading of another file, whose participants this one continues.
    init(_ table: CSVTable, _ mapping: Mapping, study: Study, after earlier: MappedReading? = nil) {
        self.table = table
        self.mapping = mapping
        self.study = study
        people = earlier?.people ?? []
        places = earlier?.places ?? [:]
        columns = Dictionary(
            table.header.enumerated().map { (folded($1.text), $0) },
            uniquingKeysWith: { first, _ in first }
        )
        nameItems()
        checkColumns()
        checkTargets()
        guard problems.isEmpty else { return }
        for (number, row) in table.rows.enumerated() { read(row, number: number) }
        problems += repeats.problems
        if people.isEmpty, problems.isEmpty {
            problems.append(
                Diagnostic(
                    "no-rows",
                    at: .init(file: table.file),
                    "has a header and no participants"
                )
            )
        }
    }

    /// Places in a questionnaire (`#3`) become the ids of its items.
    private mutating func nameItems() {
        guard mapping.answers != nil else { return }
        let named = mapping.allAnswers.map { answer -> Mapping.Answer in
            guard answer.item.first == "#", let place = Int(answer.item.dropFirst()),
                let items = study.questionnaires.first(where: { $0.id == answer.questionnaire })?
                    .items, items.indices.contains(place - 1)
            else { return answer }
            var named = answer
            named.item = items[place - 1].id
            return named
        }
        mapping.answers?.all = named
    }
}
