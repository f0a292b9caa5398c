import Statistics
import StudyDefinition

extension ReportAnalysis {
    /// Returns the sections that are added to a report for conformance with the Common Industry
    /// Format. They contain the efficiency (completion rate divided by mean time), the
    /// instructions, the wording of the questions, and a checklist of the required parts.
    func conformanceSections(_ conformance: Conformance) -> [Section] {
        let rows: [[Phrase]] = conformance.items.map {
            ["\($0.section)", "\($0.requirement)", $0.isMet ? "yes" : "missing", "\($0.words)"]
        }
        let missing = conformance.missing.count
        let verdict: Phrase =
            missing == 0
            ? """
            Every part that can be checked is present; a person must judge whether the content is \
            sufficient.
            """
            : """
            \(missing) of \(conformance.items.count) parts \(missing == 1 ? "is" : "are") missing.
            """
        let checklist = Section(
            id: "conformance",
            title: "Common Industry Format",
            blocks: [
                .paragraph(verdict),
                .table(
                    Table(
                        caption: "Parts of a usability test report that ISO/IEC 25062 requires",
                        columns: ["Part", "What", "Present", "Where it is, or how to supply it"],
                        rows: rows
                    )
                ),
            ]
        )
        return [efficiency, instructions, questions, checklist].filter { !$0.blocks.isEmpty }
    }

    private var efficiency: Section {
        let blocks = parts.filter { !$0.tasks.isEmpty }.map { Block.table(efficiency($0)) }
        return Section(id: "efficiency", title: "Efficiency", blocks: blocks)
    }

    private func efficiency(_ part: Part) -> Table {
        Table(
            caption: title("Completion rate ÷ mean time", part),
            columns: ["Task"],
            figures: [
                "Completion", "Mean, minutes", "Completion per minute", "SD, minutes",
                "Range, minutes",
            ],
            rows: part.tasks.map { task in
                let mean = task.mean.value.map { $0 / 60 }
                let ratio = mean.flatMap { $0 > 0 ? task.share / $0 : nil }
                let times = task.times.map { $0 / 60 }
                let range = times.min().flatMap { least in
                    times.max().map { Interval(low: least, high: $0) }
                }
                return [
                    label(task), task.attempts > 0 ? "\(percent(task.share))" : "-",
                    .number(mean, 2), .orDash(ratio.map { "\(fixed($0 * 100, 1)) %" }),
                    .number(task.deviation.value.map { $0 / 60 }, 2), .span(range, 2),
                ]
            },
            notes: ["The times are those of successful attempts."]
        )
    }

    private var instructions: Section {
        Section(
            id: "instructions",
            title: "Instructions",
            blocks: (study?.numberedTasks ?? []).flatMap { number, task -> [Block] in
                [.heading("Task \(number): \(task.title)"), .prose(task.instruction.text)]
            }
        )
    }

    private var questions: Section {
        Section(
            id: "questions",
            title: "Questions",
            blocks: (study?.placedQuestionnaires ?? []).flatMap { questionnaire, _ -> [Block] in
                [
                    .heading("\(questionnaire.title)"),
                    .list(questionnaire.items.map { "\($0.text)\($0.answersInWords)" }),
                ]
            }
        )
    }
}

extension Questionnaire.Item {
    fileprivate var answersInWords: String {
        switch kind {
        case .single(let options), .multiple(let options):
            " (\(options.map(\.label).joined(separator: "; ")))"
        case .scale(let min, let max, let low, let high):
            " (\(min)\(low.map { " \($0)" } ?? "") to \(max)\(high.map { " \($0)" } ?? ""))"
        case .number(_, _, let unit): unit.map { " (\($0))" } ?? ""
        case .text: ""
        }
    }
}
