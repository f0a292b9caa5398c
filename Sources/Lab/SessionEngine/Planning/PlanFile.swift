package import Diagnostics
package import Foundation

/// `plan.csv`: one row for a participant in a condition.
package enum PlanFile {
    package static let name = "plan.csv"

    static let columns = [
        "study", "participant", "table", "seed", "block", "sequence", "period", "condition",
        "task_set", "session",
    ]

    package static func text(_ plan: ExperimentPlan) -> String {
        let rows = plan.rows.map { row in
            [
                plan.study, row.participant, plan.table.rawValue, "\(plan.seed)", "\(row.block)",
                "\(row.sequence)", "\(row.period)", row.condition, row.taskSet,
                "\(row.session)",
            ].joined(separator: ",")
        }
        return ([columns.joined(separator: ",")] + rows).joined(separator: "\n") + "\n"
    }

    /// No cell of a plan holds a comma or a quote: ids and codes know none.
    package static func read(_ url: URL) throws(DiagnosticError) -> ExperimentPlan {
        guard let text = try? String(contentsOf: url, encoding: .utf8) else {
            throw DiagnosticError(
                "no-plan",
                at: .init(file: url.path),
                "cannot be read as UTF-8 text",
                fix: "draw one; its rules are in: \(EvalrunCommand(["help", "plan"]).line)",
                status: .noInput
            )
        }
        let lines = text.split(whereSeparator: \.isNewline).map(String.init)
        // Plans of before had one session a participant, and no column for it.
        let isOld = lines.first == columns.dropLast().joined(separator: ",")
        guard isOld || lines.first == columns.joined(separator: ",") else {
            throw fault(url, 1, "is no plan", "the columns \(columns.joined(separator: ", "))")
        }
        var rows: [ExperimentPlan.Row] = []
        var head: (study: String, table: OrderTable, seed: Int)?
        for (index, line) in lines.enumerated().dropFirst() {
            let cells =
                line.split(separator: ",", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) } + (isOld ? ["1"] : [])
            guard cells.count == columns.count, let number = Int(cells[9]),
                let table = OrderTable(rawValue: cells[2]),
                let seed = Int(cells[3]), let block = Int(cells[4]), let sequence = Int(cells[5]),
                let period = Int(cells[6]), !cells[1].isEmpty, !cells[7].isEmpty
            else {
                throw fault(url, index + 1, "is no row of a plan", "\(columns.count) cells")
            }
            let own = (study: cells[0], table: table, seed: seed)
            if let head, head != own {
                throw fault(url, index + 1, "belongs to another plan", "one plan in a file")
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
                    session: number
                )
            )
        }
        guard let head else { throw fault(url, 1, "has no rows", "participants") }
        return ExperimentPlan(study: head.study, table: head.table, seed: head.seed, rows: rows)
    }

    private static func fault(
        _ url: URL,
        _ line: Int,
        _ problem: String,
        _ expected: String
    ) -> DiagnosticError {
        DiagnosticError(
            "plan",
            at: .init(file: url.path, line: line),
            problem,
            expected: expected,
            fix: "mend the row, or draw another plan; what that needs is in: "
                + EvalrunCommand(["help", "plan"]).line
        )
    }
}
