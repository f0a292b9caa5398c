import Statistics
import StudyDefinition

extension ReportAnalysis {
    /// Returns the checklist and the additional content that the format requires: efficiency
    /// (completion by time), the instructions, and the wording of the questions.
    func conformanceSections(_ conformance: Conformance) -> [Section] {
        let rows: [[Phrase]] = conformance.items.map {
            ["\($0.section)", "\($0.requirement)", $0.isMet ? "yes" : "missing", "\($0.words)"]
        }
        let missing = conformance.missing.count
        let verdict: Phrase =
            missing == 0
            ? """
            Every part that can be checked is present; whether it says enough needs a human \
            judge.
            """
            : """
            \(missing) of \(conformance.items.count) parts \(missing == 1 ? "is" : "are") \
            missing.
            """
        let checklist = Section(
            id: "conformance",
            title: "Common Industry Format",
            blocks: [
                .paragraph(verdict),
                .table(
                    Table(
                        caption: "Parts of a usability test report that ISO/IEC 25062 requires",
                        columns: ["Part", "What", "Present", "Where, or how to supply it"]
                            .map { .init($0) },
                        rows: rows
                    )
                ),
            ]
        )
        return [efficiency, instructions, questions, checklist].filter { !$0.blocks.isEmpty }
    }

    private var efficiency: Section {
        Section(
            id: "efficiency",
            title: "Completion by time",
            blocks: parts.filter { !$0.tasks.isEmpty }.map { part in
                .table(
                    Table(
                        caption: title("Completion rate ÷ mean time", part),
                        columns: [.init("Task")]
                            + [
                                "Completion", "Mean, min", "Completion per minute", "SD, min",
                                "Range, min",
                            ]
                            .map { .init(Phrase($0), .figure) },
                        rows: part.tasks.map { task in
                            let mean = task.mean.value.map { $0 / 60 }
                            let ratio = mean.flatMap { $0 > 0 ? task.share / $0 : nil }
                            let range = task.times.min().flatMap { least in
                                task.times.max().map {
                                    "\(fixed(least / 60, 2)) to \(fixed($0 / 60, 2))"
                                }
                            }
                            return [
                                label(task),
                                task.attempts > 0 ? "\(percent(task.share))" : "-",
                                "\(mean.map { fixed($0, 2) } ?? "-")",
                                "\(ratio.map { "\(fixed($0 * 100, 1)) %" } ?? "-")",
                                "\(task.deviation.value.map { fixed($0 / 60, 2) } ?? "-")",
                                "\(range ?? "-")",
                            ]
                        },
                        notes: ["Times of successes alone."]
                    )
                )
            }
        )
    }

    private var instructions: Section {
        Section(
            id: "instructions",
            title: "Instructions",
            blocks: (study?.analysedTasks ?? []).enumerated().flatMap { index, placed -> [Block] in
                [
                    .heading("Task \(index + 1): \(placed.task.title)"),
                    .prose(placed.task.instruction.text),
                ]
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
