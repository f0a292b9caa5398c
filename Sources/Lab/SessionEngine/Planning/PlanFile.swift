import CSV
package import Diagnostics
package import Foundation
import ResultsStore
package import StudyDefinition

/// The plan file `plan.csv`, with one row per participant and condition.
package enum PlanFile {
    package static let name = "plan.csv"

    static let columns = [
        "study", "participant", "table", "seed", "block", "sequence", "period", "condition",
        "task_set", "session",
    ]

    /// Name of the optional column with the lab. The column exists only if rows are reserved for
    /// labs.
    static let labColumn = "lab"

    package static func text(_ plan: ExperimentPlan) -> String {
        var text = CSVText()
        let hasLabs = plan.rows.contains { !$0.lab.isEmpty }
        text.addRow(columns + (hasLabs ? [labColumn] : []))
        for row in plan.rows {
            text.add([plan.study, row.participant, plan.table.rawValue])
            for number in [plan.seed, row.block, row.sequence, row.period] { text.add(number) }
            text.add([row.condition, row.taskSet])
            text.add(row.session)
            if hasLabs { text.add([row.lab]) }
            text.endRow()
        }
        return String(decoding: text.bytes, as: UTF8.self)
    }

    /// The content of a plan file: a plan for the given study, or the id of another study.
    package enum Content: Sendable {
        case plan(ExperimentPlan)
        /// A plan for another study. Its rows are not checked.
        case otherStudy(id: String)
    }

    /// Returns the plan in the file, which must be a plan for `study`.
    ///
    /// - Throws: `DiagnosticError` in the same cases as ``content(of:for:participant:)``, or if the
    ///   plan is for another study.
    package static func read(
        _ url: URL,
        for study: Study,
        participant: String? = nil
    ) throws(DiagnosticError) -> ExperimentPlan {
        switch try content(of: url, for: study, participant: participant) {
        case .plan(let plan): return plan
        case .otherStudy(let id):
            throw DiagnosticError(
                "plan-of-another-study",
                at: .init(file: url.path),
                "is a plan for study \"\(id)\"",
                expected: expected(study),
                fix: "name the plan's study with --study, or \(advice)"
            )
        }
    }

    /// Reads the plan in the file. If the plan is for another study, returns only the id of that
    /// study.
    ///
    /// - Parameter participant: the participant whose rows are compared with the study. If nil, all
    ///   rows are compared.
    /// - Throws: `DiagnosticError` if the file cannot be read, if it is not a valid plan, or if a
    ///   compared row has a condition, task set or sequence that the study does not have. A plan is
    ///   invalid if, for example, two rows of one participant contradict each other.
    package static func content(
        of url: URL,
        for study: Study,
        participant: String? = nil
    ) throws(DiagnosticError) -> Content {
        let file = try table(url)
        let header = try header(of: file, url)
        let owners = file.rows.map { folded($0[0].text) }
        if let owner = owners.first, !owners.contains(study.id) { return .otherStudy(id: owner) }
        let (plan, places) = try rows(of: file, header, url)
        try check(plan, places, for: study, participant: participant)
        return .plan(plan)
    }

    /// Throws an error if a row of the participant has a condition, task set or sequence that the
    /// study does not have. Checks all rows if `participant` is nil.
    private static func check(
        _ plan: ExperimentPlan,
        _ places: [Diagnostic.Place],
        for study: Study,
        participant: String?
    ) throws(DiagnosticError) {
        let compared = zip(plan.rows, places).filter { row, _ in
            participant == nil || row.participant == participant
        }
        let conditions = Set(study.conditions.map(\.id))
        let sets = Set((study.taskSets ?? []).map(\.id))
        for (row, place) in compared {
            if !conditions.contains(row.condition) {
                throw fault(
                    place,
                    "the study has no condition \"\(row.condition)\"",
                    expected(study)
                )
            }
            if !row.taskSet.isEmpty, !sets.contains(row.taskSet) {
                throw fault(
                    place,
                    "the study has no task set \"\(row.taskSet)\"",
                    expected(study)
                )
            }
        }
        // Counts the conditions and task sets of all rows, because rows that are not compared may
        // come from an earlier version of the study.
        let met = Set(plan.rows.map(\.condition)).union(plan.planned(study).conditions.map(\.id))
        let metSets = sets.union(plan.rows.map(\.taskSet).filter { !$0.isEmpty })
        let sequences = plan.table.rows(met.count).count * max(metSets.count, 1)
        for (row, place) in compared where row.sequence > sequences {
            throw fault(
                place,
                "the plan has no sequence \(row.sequence)",
                "a sequence from 1 to \(sequences)"
            )
        }
    }

    /// Returns the column names. Throws an error if the file does not have the columns of a plan.
    private static func header(
        of file: CSVTable,
        _ url: URL
    ) throws(DiagnosticError) -> [String] {
        let header = file.header.map(\.text)
        guard [columns, Array(columns.dropLast()), columns + [labColumn]].contains(header) else {
            throw fault(
                .init(file: url.path, line: 1),
                "the file is not a plan",
                "the columns \(columns.joined(separator: ", "))"
            )
        }
        return header
    }

    /// Returns the plan in the file, and the position of each row in the file, for error messages.
    private static func rows(
        of file: CSVTable,
        _ header: [String],
        _ url: URL
    ) throws(DiagnosticError) -> (plan: ExperimentPlan, places: [Diagnostic.Place]) {
        // Older plans have one session per participant and no `session` column.
        let isOld = !header.contains("session")
        let hasLabs = header.contains(labColumn)
        var rows: [ExperimentPlan.Row] = []
        var places: [Diagnostic.Place] = []
        var people: [String: [ExperimentPlan.Row]] = [:]
        var head: (study: String, table: OrderTable, seed: Int)?
        for row in file.rows {
            let place = Diagnostic.Place(file: url.path, line: row[0].place.line)
            let cells = row.map { folded($0.text) } + (isOld ? ["1"] : [])
            guard let number = Int(cells[9]), let table = OrderTable(rawValue: cells[2]),
                let seed = Int(cells[3]), let block = Int(cells[4]), let sequence = Int(cells[5]),
                let period = Int(cells[6]), !cells[1].isEmpty, !cells[7].isEmpty
            else {
                throw fault(
                    place,
                    "a cell of this row is empty or invalid",
                    "\(header.count) cells, with whole numbers in \"seed\", \"block\", "
                        + (isOld
                            ? "\"sequence\" and \"period\""
                            : "\"sequence\", \"period\" and \"session\"")
                )
            }
            let own = (study: cells[0], table: table, seed: seed)
            if let head, head != own {
                throw fault(
                    place,
                    "the study, table or seed differs from that of the rows above",
                    "rows of only one plan"
                )
            }
            head = own
            let read = ExperimentPlan.Row(
                participant: cells[1],
                block: block,
                sequence: sequence,
                period: period,
                condition: cells[7],
                taskSet: cells[8],
                session: number,
                lab: hasLabs ? cells[10] : ""
            )
            try check(read, after: people[read.participant] ?? [], at: place)
            people[read.participant, default: []].append(read)
            rows.append(read)
            places.append(place)
        }
        guard let head else {
            throw fault(.init(file: url.path, line: 1), "the plan has no rows", "at least one row")
        }
        for (row, place) in zip(rows, places) {
            let own = people[row.participant] ?? []
            try checkGap("period", before: row.period, own.map(\.period), row.participant, place)
            try checkGap("session", before: row.session, own.map(\.session), row.participant, place)
        }
        let plan = ExperimentPlan(
            study: head.study,
            table: head.table,
            seed: head.seed,
            rows: rows
        )
        return (plan, places)
    }

    /// Throws an error if the row is invalid, or contradicts earlier rows of the same participant.
    private static func check(
        _ row: ExperimentPlan.Row,
        after earlier: [ExperimentPlan.Row],
        at place: Diagnostic.Place
    ) throws(DiagnosticError) {
        let who = row.participant
        if let problem = ParticipantCode.problem(with: who, at: place) {
            throw DiagnosticError([problem])
        }
        let numbers = [
            ("block", row.block), ("sequence", row.sequence), ("period", row.period),
            ("session", row.session),
        ]
        for (column, number) in numbers where number < 1 {
            throw fault(place, "the \(column) is \(number)", "a whole number, 1 or greater")
        }
        if earlier.contains(where: { $0.condition == row.condition }) {
            throw fault(
                place,
                "\(who) has condition \"\(row.condition)\" twice",
                "each condition at most once per participant"
            )
        }
        if earlier.contains(where: { $0.period == row.period }) {
            throw fault(
                place,
                "\(who) has period \(row.period) twice",
                "the periods 1, 2, … of a participant, each once"
            )
        }
        if let first = earlier.first, (first.block, first.sequence) != (row.block, row.sequence) {
            throw fault(
                place,
                "the block or sequence of \(who) differs from that of the rows above",
                "one block and one sequence per participant"
            )
        }
    }

    /// Throws an error if one column of a participant's rows skips a number, for example if the
    /// periods are 1 and 3. Called for each row. If a number is missing, the largest number is
    /// greater than the count of distinct numbers. The call for the row with the largest number
    /// therefore throws the error, if no earlier call does.
    ///
    /// - Parameters:
    ///   - number: the number in the row to check.
    ///   - numbers: the numbers in all rows of the participant.
    private static func checkGap(
        _ column: String,
        before number: Int,
        _ numbers: [Int],
        _ who: String,
        _ place: Diagnostic.Place
    ) throws(DiagnosticError) {
        let known = Set(numbers)
        guard number > known.count,
            let missing = (1...number).first(where: { !known.contains($0) })
        else { return }
        throw fault(
            place,
            "\(who) has \(column) \(number), but no \(column) \(missing)",
            "for each participant, the \(column)s 1, 2, … without a gap"
        )
    }

    private static func table(_ url: URL) throws(DiagnosticError) -> CSVTable {
        do { return try CSVTable(url: url, name: url.path, mayHaveJunk: false) } catch {
            let diagnostics = error.diagnostics.map {
                var diagnostic = $0
                diagnostic.fix = [$0.fix, advice].compactMap { $0 }.joined(separator: "; or ")
                return diagnostic
            }
            throw DiagnosticError(diagnostics, status: error.status)
        }
    }

    private static func expected(_ study: Study) -> String { "a plan for study \"\(study.id)\"" }

    private static var advice: String {
        "draw another plan; for help, run: " + EvalrunCommand(["help", "plan"]).line
    }

    private static func fault(
        _ place: Diagnostic.Place,
        _ problem: String,
        _ expected: String
    ) -> DiagnosticError {
        DiagnosticError(
            "plan",
            at: place,
            problem,
            expected: expected,
            fix: "correct the file, or \(advice)"
        )
    }
}
