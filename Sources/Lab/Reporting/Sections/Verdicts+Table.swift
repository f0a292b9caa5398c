import Instruments
import Statistics
import StudyDefinition

extension ReportAnalysis {
    /// Returns a table of completion, time and main scores with one row per condition.
    func sideBySide(_ conditions: [Part]) -> Table {
        let hasTasks = conditions.contains { !$0.tasks.isEmpty }
        var instruments: [(id: String, name: String)] = []
        for result in conditions.flatMap(\.satisfaction)
        where !instruments.contains(where: { $0.id == result.questionnaire.id }) {
            instruments.append((result.questionnaire.id, result.main?.score.name ?? ""))
        }
        let headings =
            (hasTasks ? ["Completed", "95 % interval", "Time", "95 % interval"] : [])
            + instruments.flatMap { ["\($0.name), mean", "95 % interval"] }
        return Table(
            caption: "Conditions side by side",
            columns: [.init("Condition"), .init("Participants", .figure)]
                + headings.map { .init(Phrase($0), .figure) },
            rows: conditions.map { part in
                ["\(part.conditionName)", "\(part.group.entries.count)"]
                    + (hasTasks ? completionCells(part) + timeCells(part) : [])
                    + instruments.flatMap { scoreCells(part, $0.id) }
            },
            notes: hasTasks ? [timeRule] : [],
            isMain: true
        )
    }

    private var timeRule: Phrase {
        """
        Completed: those who completed every task, of the participants who attempted each and \
        could be judged in it. Time: for all tasks together, of those who completed every one; the \
        geometric mean up to n = 30, the median above.
        """
    }

    private func completionCells(_ part: Part) -> [Phrase] {
        let (completed, judged) = part.completion()
        let interval = completionInterval(completed, of: judged).value
        return ["\(outOf(completed, judged))", "\(interval.map(percentages) ?? "-")"]
    }

    private func timeCells(_ part: Part) -> [Phrase] {
        let typical = TypicalTime(part.totals)
        return [
            "\(typical.value.value.map(roundedTime) ?? "-")",
            "\(typical.interval.value.map(timeRange) ?? "-")",
        ]
    }

    private func scoreCells(_ part: Part, _ questionnaire: String) -> [Phrase] {
        let main = part.satisfaction.first { $0.questionnaire.id == questionnaire }?.main
        guard let main, let mean = main.mean.value else { return ["-", "-"] }
        let interval = main.interval.value.map { span($0, main.digits) }
        return ["\(fixed(mean, main.digits))", "\(interval ?? "-")"]
    }
}
