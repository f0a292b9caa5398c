import ResultsStore
import Statistics
import StudyDefinition

extension ReportAnalysis {
    /// Answers given after each task. Empty if the study has no questionnaire after tasks.
    var afterTaskSection: Section {
        let blocks = parts.flatMap { part -> [Block] in
            guard let questionnaire = part.group.afterTask, !part.tasks.isEmpty else { return [] }
            return questionnaire.items.flatMap { item in
                item.isNumeric
                    ? [.table(numbers(item, questionnaire, part))]
                        + (levels(item, questionnaire, part).map { [.figure($0)] } ?? [])
                    : words(item, questionnaire, part)
            }
        }
        return Section(id: "after-tasks", title: "After each task", blocks: blocks)
    }

    private func numbers(
        _ item: Questionnaire.Item,
        _ questionnaire: Questionnaire,
        _ part: Part
    ) -> Table {
        var notes: [Phrase] = []
        var (hasInterval, hasSeveral) = (false, false)
        let rows = part.tasks.map { task -> [Phrase] in
            let values = part.group.numbers(item, after: task)
            let answers = part.group.answers(item, after: task)
            hasSeveral = hasSeveral || answers.contains { $0.count > 1 }
            let interval = meanInterval(values, within: item.range)
            let digits = decimals(of: interval.value, atLeast: 2)
            hasInterval = hasInterval || interval.value != nil
            if let reason = interval.reason {
                notes.append("Task \(task.number): no interval, because \(reason).")
            }
            return [
                label(task), "\(values.count)",
                "\(mean(values).value.map { fixed($0, digits) } ?? "-")",
                "\(interval.value.map { span($0, digits) } ?? "-")",
                "\(median(values).value.map { fixed($0, 1) } ?? "-")",
                "\(values.min().map { fixed($0, 1) } ?? "-")",
                "\(values.max().map { fixed($0, 1) } ?? "-")",
            ]
        }
        return Table(
            caption: title("“\(heading(item, questionnaire))”, asked after each task", part),
            columns: [.init("Task")]
                + ["Answered", "Mean", "95 % interval", "Median", "Least", "Most"].map {
                    .init(Phrase($0), .figure)
                },
            rows: rows,
            notes: (hasSeveral
                ? ["If a participant gave several answers after one task, their mean is used."]
                : [])
                + (hasInterval ? ["The interval is the t interval of the mean\(item.cut)."] : [])
                + notes
        )
    }

    private func heading(_ item: Questionnaire.Item, _ questionnaire: Questionnaire) -> String {
        questionnaire.instrument == nil ? item.heading : item.text
    }

    private func levels(
        _ item: Questionnaire.Item,
        _ questionnaire: Questionnaire,
        _ part: Part
    ) -> Figure? {
        guard let levels = item.orderedLevels, levels.count <= 11 else { return nil }
        let rows = part.tasks.compactMap { task -> (String, [Int])? in
            let values = part.group.answers(item, after: task).joined().map(\.value)
            guard let counts = item.counts(of: values)?.map(\.count),
                counts.contains(where: { $0 > 0 })
            else { return nil }
            return (label(task).plain, counts)
        }
        guard !rows.isEmpty else { return nil }
        let chart = DivergingBars(levels: levels, items: rows)
        return Figure(
            caption: title(
                """
                “\(heading(item, questionnaire))” after each task: how often each level was \
                chosen, lower levels \
                to the left, higher to the right. Numbers are answers.
                """,
                part
            ),
            name: "Answers after each task: \(heading(item, questionnaire))",
            description: chart.description,
            canvas: chart.canvas
        )
    }

    /// Returns the counts of choices; if few people took part, also each free-text answer.
    private func words(
        _ item: Questionnaire.Item,
        _ questionnaire: Questionnaire,
        _ part: Part
    ) -> [Block] {
        if !item.options.isEmpty {
            let rows = part.tasks.map { task -> [Phrase] in
                let values = part.group.answers(item, after: task).joined().map(\.value)
                let counts = item.counts(of: values) ?? []
                return [label(task)] + counts.map { "\($0.count)" }
            }
            return [
                .table(
                    Table(
                        caption: title(
                            "“\(heading(item, questionnaire))”, asked after each task",
                            part
                        ),
                        columns: [.init("Task")]
                            + item.options.map { .init(Phrase($0.label), .figure) },
                        rows: rows
                    )
                )
            ]
        }
        guard part.group.entries.count <= Document.mostRows else {
            return [
                .paragraph(
                    """
                    “\(heading(item, questionnaire))” after each task: in \
                    tables/\(questionnaire.id).csv.
                    """
                )
            ]
        }
        let lines = part.tasks.flatMap { task in
            zip(part.group.entries, part.group.answers(item, after: task)).flatMap {
                entry,
                answers in
                answers.compactMap { item.words(for: $0.value) }.map {
                    "\(words: entry.participant), \(label(task)): “\($0)”" as Phrase
                }
            }
        }
        return lines.isEmpty
            ? []
            : [
                .paragraph(title("“\(heading(item, questionnaire))”, after each task:", part)),
                .list(lines),
            ]
    }
}

extension AnswerValue {
    var number: Double? { if case .number(let number) = meaning { number } else { nil } }
}

extension Questionnaire.Item {
    var range: ClosedRange<Double>? {
        guard case .scale(let min, let max, _, _) = kind, min <= max else { return nil }
        return Double(min)...Double(max)
    }

    fileprivate var cut: String { range == nil ? "" : ", limited to the range of the scale" }
}
