import CSV
package import Diagnostics
package import Foundation

/// The plan file `plan.csv`, with one row per participant and condition.
package enum PlanFile {
    package static let name = "plan.csv"

    static let columns = [
        "study", "participant", "table", "seed", "block", "sequence", "period", "condition",
        "task_set", "session",
    ]

    /// The column that is present only if rows are reserved for labs.
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

    package static func read(_ url: URL) throws(DiagnosticError) -> ExperimentPlan {
        let file = try table(url)
        // Older plans have one session per participant and no `session` column.
        let header = file.header.map(\.text)
        let isOld = header == columns.dropLast()
        let hasLabs = header == columns + [labColumn]
        guard isOld || hasLabs || header == columns else {
            throw fault(
                .init(file: url.path, line: 1),
                "the file is not a plan",
                "the columns \(columns.joined(separator: ", "))"
            )
        }
        var rows: [ExperimentPlan.Row] = []
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
            rows.append(
                .init(
                    participant: cells[1],
                    block: block,
                    sequence: sequence,
                    period: period,
                    condition: cells[7],
                    taskSet: cells[8],
                    session: number,
                    lab: hasLabs ? cells[10] : ""
                )
            )
        }
        guard let head else {
            throw fault(.init(file: url.path, line: 1), "the plan has no rows", "at least one row")
        }
        return ExperimentPlan(study: head.study, table: head.table, seed: head.seed, rows: rows)
    }

    private static func table(_ url: URL) throws(DiagnosticError) -> CSVTable {
        do { return try CSVTable(url: url, name: url.path) } catch {
            let diagnostics = error.diagnostics.map {
                var diagnostic = $0
                diagnostic.fix = [$0.fix, advice].compactMap { $0 }.joined(separator: "; or ")
                return diagnostic
            }
            throw DiagnosticError(diagnostics, status: error.status)
        }
    }

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
