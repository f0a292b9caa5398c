import CSV
import ResultsStore

extension CSVExport {
    /// Writes the codes of raters other than the facilitator, including undone codes.
    func ratings(to text: inout CSVText) {
        text.addRow([
            "participant", "condition", "task", "run", "rater", "number", "kind", "code",
            "severity", "level", "seconds", "mark", "blind", "undone", "words", "event",
        ])
        for entry in findings.entries {
            for rating in entry.record.ratings {
                let value = rating.value
                let run = entry.record.runs.last { $0.number == value.run }
                text.add([entry.participant, run?.condition ?? "", run?.task ?? ""])
                text.add(value.run.map(Int64.init))
                text.add(value.rater)
                text.add(value.number)
                text.add([value.kind.rawValue, value.code ?? ""])
                text.add(value.severity.map(Int64.init))
                text.add(value.level.map(Int64.init))
                text.add(value.elapsed.map { Double($0) / 1e9 })
                text.add(value.mark.map(Int64.init))
                text.add(yes: value.isBlind)
                text.add(yes: rating.isUndone)
                text.add(value.text)
                text.add(rating.event)
                text.endRow()
            }
        }
    }
}
