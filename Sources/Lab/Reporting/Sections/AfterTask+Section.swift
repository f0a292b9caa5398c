import ResultsStore
import Statistics
import StudyDefinition

extension ReportAnalysis {
    /// Answers given after each task. Empty if the study has no questionnaire after tasks.
    @ListBuilder<Block> var afterTaskBlocks: [Block] {
        for part in parts where !part.tasks.isEmpty {
            if let questionnaire = part.group.afterTask {
                for item in questionnaire.items {
                    if item.isNumeric {
                        numbers(item, questionnaire, part)
                        levels(item, questionnaire, part)
                    } else {
                        words(item, questionnaire, part)
                    }
                }
            }
        }
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
                .number(mean(values).value, digits),
                .span(interval.value, digits),
                .number(median(values).value, 1),
                .number(values.min(), 1),
                .number(values.max(), 1),
            ]
        }
        return Table(
            caption: title("“\(questionnaire.heading(of: item))”, asked after each task", part),
            columns: ["Task"],
            figures: ["Answered", "Mean", "95 % interval", "Median", "Least", "Most"],
            rows: rows,
            notes: (hasSeveral
                ? ["If a participant gave several answers after one task, their mean is used."]
                : [])
                + (hasInterval ? ["The interval is the t interval of the mean\(item.cut)."] : [])
                + notes
        )
    }

    private func levels(
        _ item: Questionnaire.Item,
        _ questionnaire: Questionnaire,
        _ part: Part
    ) -> Figure? {
        let rows = part.tasks.compactMap { task -> ([String], String, [Int])? in
            let values = part.group.answers(item, after: task).joined().map(\.value)
            return item.levelCounts(of: values).map { ($0.levels, label(task).plain, $0.counts) }
        }
        guard let levels = rows.first?.0 else { return nil }
        let chart = DivergingBars(levels: levels, items: rows.map { ($0.1, $0.2) })
        return Figure(
            caption: title(
                """
                “\(questionnaire.heading(of: item))” after each task: how often each level was \
                chosen, lower levels to the left, higher to the right. The numbers are \
                counts of answers.
                """,
                part
            ),
            name: "Answers after each task: \(questionnaire.heading(of: item))",
            description: chart.description,
            canvas: chart.canvas
        )
    }

    /// Returns a table with the number of answers for each option of a choice item. For a text
    /// item, returns a list of the answers or, with many participants, a reference to the CSV file.
    @ListBuilder<Block> private func words(
        _ item: Questionnaire.Item,
        _ questionnaire: Questionnaire,
        _ part: Part
    ) -> [Block] {
        let heading = "“\(questionnaire.heading(of: item))”"
        if !item.options.isEmpty {
            Table(
                caption: title("\(heading), asked after each task", part),
                columns: ["Task"],
                figures: item.options.map { Phrase($0.label) },
                rows: part.tasks.map { task in
                    let values = part.group.answers(item, after: task).joined().map(\.value)
                    return [label(task)] + (item.counts(of: values) ?? []).map { "\($0.count)" }
                }
            )
        } else if part.group.entries.count > Document.mostRows {
            let path = CSVExport(self).path(of: questionnaire.id)
            "The answers to \(heading), asked after each task, are in \(path)."
        } else {
            let lines = part.tasks.flatMap { task in
                zip(part.group.entries, part.group.answers(item, after: task)).flatMap {
                    entry,
                    answers in
                    answers.compactMap { item.words(for: $0.value) }.map {
                        "\(words: entry.participant), \(label(task)): “\($0)”" as Phrase
                    }
                }
            }
            Document.list(title("\(heading), after each task:", part), lines)
        }
    }
}

extension AnswerValue {
    var number: Double? { if case .number(let number) = meaning { number } else { nil } }
}

extension Questionnaire.Item {
    /// The smallest and the greatest possible answer; nil unless both are known. The items of some
    /// instruments, such as NASA-TLX and SMEQ, are numbers with such a range.
    var range: ClosedRange<Double>? {
        switch kind {
        case .scale(let min, let max, _, _) where min <= max: Double(min)...Double(max)
        case .number(let min?, let max?, _) where min <= max: min...max
        default: nil
        }
    }

    fileprivate var cut: String { range == nil ? "" : ", limited to the range of the scale" }
}
