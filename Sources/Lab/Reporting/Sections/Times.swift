import ResultsStore
import Statistics

extension ReportAnalysis {
    /// Words that follow `who succeeded` if some successes have no time.
    static let inKnownTime = " with a known time"

    @ListBuilder<Block> var timesBlocks: [Block] {
        let range = Scale.logarithmic(
            around: parts.flatMap { $0.tasks.flatMap { $0.cells.compactMap(\.seconds) } }
                .filter { $0 > 0 }
        )
        for part in parts where !part.tasks.isEmpty {
            if part.group.entries.count <= Document.mostInPlace {
                timesTable(part)
            } else {
                omitted(part)
            }
            statisticsTable(part)
            if let range { timesFigure(part, range: range) }
            curves(part)
            extraTimes(part)
        }
    }

    private func omitted(_ part: Part) -> Phrase {
        part.group.entries.count > Document.mostRows
            ? """
            The times of the \(part.group.entries.count) participants are in tables/times.csv; \
            with more than \(Document.mostRows) participants, this report does not show each \
            participant.
            """
            : "The times of each participant are in the appendix and in tables/times.csv."
    }

    /// Returns the table of times. Tasks are rows and participants are columns. With many
    /// participants, tasks are columns and participants are rows.
    func timesTable(_ part: Part) -> Table {
        let caption = title("Time on task, minutes:seconds", part)
        let names = part.group.entries.map(\.participant)
        let tasks = part.tasks
        return names.count <= Document.mostInPlace
            ? Table(
                caption: caption,
                columns: ["Task"],
                figures: names.map { Phrase(words: $0) } + ["Average", "Mean, s"],
                rows: tasks.map { task in
                    [label(task)] + task.cells.map(cell) + [average(task), exact(task)]
                },
                notes: notes(on: tasks),
                isMain: true
            )
            : Table(
                caption: caption,
                columns: ["Participant"],
                figures: tasks.map(label),
                rows: names.indices.map { index in
                    [Phrase(words: names[index])] + tasks.map { cell($0.cells[index]) }
                } + [["Average"] + tasks.map(average), ["Mean, s"] + tasks.map(exact)],
                notes: notes(on: tasks),
                isMain: true
            )
    }

    func label(_ task: TaskResult) -> Phrase { "Task \(task.number): \(task.title)" }

    private func cell(_ cell: TaskResult.Cell) -> Phrase {
        guard let seconds = cell.seconds else { return "-" }
        var marks = ""
        if cell.isAssisted { marks += "*" }
        if !cell.outcome.isSuccess { marks += "†" }
        if cell.isFlagged { marks += "‡" }
        return "\(truncatedTime(seconds))\(marks)"
    }

    func average(_ task: TaskResult) -> Phrase {
        .orDash(task.mean.value.map(truncatedTime))
    }

    private func exact(_ task: TaskResult) -> Phrase {
        .number(task.mean.value, 3)
    }

    @ListBuilder<Phrase> private func notes(on tasks: [TaskResult]) -> [Phrase] {
        let cells = tasks.flatMap(\.cells)
        if tasks.contains(where: { $0.mean.value != nil }) {
            """
            Average and mean are both the arithmetic mean of successful attempts, including \
            assisted ones. The average is truncated to whole seconds, like the times in the cells; \
            the mean is exact.
            """
        }
        // A cell without a time has no footnote symbol.
        let timed = cells.filter { $0.seconds != nil }
        if timed.contains(where: \.isAssisted) { "* with an assist." }
        if timed.contains(where: { !$0.outcome.isSuccess }) {
            "† without success: the time until the attempt ended, not in the average."
        }
        if timed.contains(where: \.isFlagged) {
            "‡ a part of the time could not be measured; see “Irregularities”."
        }
        if timed.count < cells.count { "- no time." }
        reasons(tasks, \.mean.reason, for: "no average")
    }

    /// Returns one sentence for each different reason. The sentence names the tasks with that
    /// reason, as in `Tasks 1 and 3`. Tasks for which `reason` returns nil are left out.
    private func reasons(
        _ tasks: [TaskResult],
        _ reason: (TaskResult) -> String?,
        for what: String
    ) -> [Phrase] {
        tasks.grouped(by: reason).compactMap { reason, tasks in
            reason.map { "\(numbers(tasks)): \(what), because \($0)." }
        }
    }

    /// Returns text with the numbers of the tasks, such as `Tasks 1 and 3`.
    private func numbers(_ tasks: [TaskResult]) -> Phrase {
        "\(tasks.count == 1 ? "Task" : "Tasks") \(listed(tasks.map { "\($0.number)" }))"
    }

    private func statisticsTable(_ part: Part) -> Table {
        let hasOrdered = part.tasks.contains { $0.rule != .geometricMean }
        let hasFailures = part.tasks.contains { !$0.censored.isEmpty }
        let rows = part.tasks.map { task -> [Phrase] in
            let digits = decimals(of: task.interval.value, atLeast: 1)
            func strong(_ value: Double?) -> Phrase {
                value.map { "\(strong: fixed($0, digits))" } ?? "-"
            }
            let (mean, median) = (task.geometricMean.value, task.median.value)
            let isMedian = task.rule == .median
            let interval = task.interval.value.flatMap { $0.isInformative ? $0 : nil }
            let ordered = task.rule == .geometricMean ? nil : medianInterval(task.times).value
            return [
                label(task), "\(task.times.count)",
                isMedian ? .number(mean, digits) : strong(mean), .span(interval, digits),
                isMedian ? strong(median) : .number(median, digits),
            ] + (hasOrdered ? [.span(ordered?.interval, digits)] : []) + [
                .number(task.mean.value, digits), .number(task.deviation.value, digits),
                .number(task.times.min(), digits), .number(task.times.max(), digits),
            ]
                + (hasFailures
                    ? ["\(task.censored.count)", .number(task.censoredMedian.value, digits)] : [])
        }
        return Table(
            caption: title("Time on task of successful attempts, seconds", part),
            columns: ["Task"],
            figures: ["n", "Geometric mean", "95 % interval", "Median"]
                + (hasOrdered ? ["95 % interval of the median"] : [])
                + ["Mean", "SD", "Least", "Most"]
                + (hasFailures ? ["Without success", "Median, failures censored"] : []),
            rows: rows,
            notes: notes(part, ordered: hasOrdered, failures: hasFailures),
            isMain: part.group.entries.count > Document.mostInPlace
        )
    }

    @ListBuilder<Phrase> private func notes(
        _ part: Part,
        ordered: Bool,
        failures: Bool
    ) -> [Phrase] {
        let rules = part.tasks.filter { !$0.times.isEmpty }.map(\.rule).distinct
        if !rules.isEmpty {
            """
            The typical time (in bold in report.html) depends on the number n of successful \
            attempts: \(listed(rules.map(\.words))). The \(ordered ? "first " : "")interval is the \
            log-t interval of the geometric mean. If n is even, the median is the mean of the \
            middle two. SD is the sample standard deviation (n − 1 in the denominator).
            """
        }
        let wide = part.tasks.filter { $0.interval.value.map { !$0.isInformative } ?? false }
        if !wide.isEmpty {
            """
            \(numbers(wide)): no interval is given, because its upper end is more than 100 times \
            its lower end.
            """
        }
        if ordered {
            """
            The ends of the median's interval are two of the measured times, and its coverage is at \
            least 95 %. The interval is given if n is 10 or more.
            """
        }
        if failures {
            """
            “Without success” counts failed attempts whose time is known. Of the other \
            columns, only the last, Kaplan and Meier's median, includes these attempts. For this \
            median, a failure means that success would have taken longer. A dash means that the \
            curve does not fall to one half.
            """
        }
        reasons(part.tasks, \.interval.reason, for: "no interval")
    }
}
