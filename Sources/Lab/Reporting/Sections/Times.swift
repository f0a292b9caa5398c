import ResultsStore
import Statistics

extension ReportAnalysis {
    var timesSection: Section {
        let range = Scale.logarithmic(
            around: parts.flatMap { $0.tasks.flatMap { $0.cells.compactMap(\.seconds) } }
                .filter { $0 > 0 }
        )
        let blocks = parts.filter { !$0.tasks.isEmpty }.flatMap { part -> [Block] in
            let isSmall = part.group.entries.count <= Document.mostInPlace
            var statistics = statisticsTable(part)
            statistics.isMain = !isSmall
            var blocks: [Block] =
                isSmall ? [.table(timesTable(part))] : [.paragraph(omitted(part))]
            blocks.append(.table(statistics))
            if let range { blocks.append(.figure(timesFigure(part, range: range))) }
            if let curves = curves(part) { blocks.append(.figure(curves)) }
            return blocks + extraTimes(part)
        }
        return Section(id: "times", title: "Times", blocks: blocks)
    }

    private func omitted(_ part: Part) -> Phrase {
        part.group.entries.count > Document.mostRows
            ? """
            The times of the \(part.group.entries.count) participants are in tables/times.csv; \
            with more than \(Document.mostRows) participants, this report has no row or dot for \
            each.
            """
            : "The times of each participant are in the appendix and in tables/times.csv."
    }

    /// Returns the table of times, as table 4 of the paper. Rows are tasks, or participants if
    /// there are many.
    func timesTable(_ part: Part) -> Table {
        let caption = title("Time on task, minutes:seconds", part)
        let names = part.group.entries.map(\.participant)
        let tasks = part.tasks
        var table =
            names.count <= Document.mostInPlace
            ? Table(
                caption: caption,
                columns: [.init("Task")] + names.map { .init(Phrase(words: $0), .figure) }
                    + [.init("Average", .figure), .init("Mean, s", .figure)],
                rows: tasks.map { task in
                    [label(task)] + task.cells.map(cell) + [average(task), exact(task)]
                }
            )
            : Table(
                caption: caption,
                columns: [.init("Participant")] + tasks.map { .init(label($0), .figure) },
                rows: names.indices.map { index in
                    [Phrase(words: names[index])] + tasks.map { cell($0.cells[index]) }
                } + [["Average"] + tasks.map(average), ["Mean, s"] + tasks.map(exact)]
            )
        table.notes = notes(on: tasks)
        table.isMain = true
        return table
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

    private func average(_ task: TaskResult) -> Phrase {
        "\(task.mean.value.map(truncatedTime) ?? "-")"
    }

    private func exact(_ task: TaskResult) -> Phrase {
        "\(task.mean.value.map { fixed($0, 3) } ?? "-")"
    }

    private func notes(on tasks: [TaskResult]) -> [Phrase] {
        let cells = tasks.flatMap(\.cells)
        var notes: [Phrase] = []
        if tasks.contains(where: { $0.mean.value != nil }) {
            notes.append(
                """
                Average and mean are the arithmetic mean of successful attempts, assisted ones \
                among them: the average cut to the whole second, as times in cells are, and the \
                mean exact.
                """
            )
        }
        if cells.contains(where: \.isAssisted) { notes.append("* with an assist.") }
        if cells.contains(where: { $0.seconds != nil && !$0.outcome.isSuccess }) {
            notes.append("† without success: the time until the end, not in the average.")
        }
        if cells.contains(where: \.isFlagged) {
            notes.append("‡ a part could not be measured; see “Irregularities”.")
        }
        if cells.contains(where: { $0.seconds == nil }) { notes.append("- no time.") }
        return notes + reasons(tasks.map { ($0.number, $0.mean.reason) }, for: "no average")
    }

    /// Returns one sentence for each reason, with the tasks to which it applies.
    private func reasons(_ tasks: [(number: Int, reason: String?)], for what: String) -> [Phrase] {
        var found: [(reason: String, tasks: [String])] = []
        for (number, reason) in tasks {
            guard let reason else { continue }
            if let known = found.firstIndex(where: { $0.reason == reason }) {
                found[known].tasks.append("\(number)")
            } else {
                found.append((reason, ["\(number)"]))
            }
        }
        return found.map { reason, tasks in
            "\(tasks.count == 1 ? "Task" : "Tasks") \(listed(tasks)): \(what), because \(reason)."
        }
    }

    private func statisticsTable(_ part: Part) -> Table {
        let hasOrdered = part.tasks.contains { $0.rule != .geometricMean }
        let hasFailures = part.tasks.contains { !$0.censored.isEmpty }
        let rows = part.tasks.map { task -> [Phrase] in
            let digits = decimals(of: task.interval.value, atLeast: 1)
            func figure(_ value: Double?) -> Phrase {
                "\(value.map { fixed($0, digits) } ?? "-")"
            }
            func strong(_ value: Double?) -> Phrase {
                value.map { "\(strong: fixed($0, digits))" } ?? "-"
            }
            let interval = task.interval.value.flatMap {
                $0.isInformative ? span($0, digits) : nil
            }
            let ordered = task.rule == .geometricMean ? nil : medianInterval(task.times).value
            let beside = ordered.map { span($0.interval, digits) }
            return [
                label(task), "\(task.times.count)",
                task.rule == .median
                    ? figure(task.geometricMean.value) : strong(task.geometricMean.value),
                "\(interval ?? "-")",
                task.rule == .median ? strong(task.median.value) : figure(task.median.value),
            ] + (hasOrdered ? ["\(beside ?? "-")"] : []) + [
                figure(task.mean.value), figure(task.deviation.value), figure(task.times.min()),
                figure(task.times.max()),
            ]
                + (hasFailures
                    ? ["\(task.censored.count)", figure(task.censoredMedian.value)] : [])
        }
        let figures =
            ["Geometric mean", "95 % interval", "Median"]
            + (hasOrdered ? ["95 % interval of the median"] : [])
            + ["Mean", "SD", "Least", "Most"]
            + (hasFailures ? ["Without success", "Median, these censored"] : [])
        return Table(
            caption: title("Time on task of successful attempts, seconds", part),
            columns: [.init("Task"), .init("n", .figure)]
                + figures.map { .init(Phrase($0), .figure) },
            rows: rows,
            notes: typicalRules(part) + wideIntervals(part)
                + notes(ordered: hasOrdered, failures: hasFailures)
                + reasons(part.tasks.map { ($0.number, $0.interval.reason) }, for: "no interval")
        )
    }

    /// Explains the typical time in the table; empty if there is no time.
    private func typicalRules(_ part: Part) -> [Phrase] {
        var rules: [TimeRule] = []
        for task in part.tasks where !task.times.isEmpty && !rules.contains(task.rule) {
            rules.append(task.rule)
        }
        guard !rules.isEmpty else { return [] }
        return [
            """
            In bold the typical time, by the number n of successful attempts: \
            \(listed(rules.map(\.words))). The first interval is the log-t interval of the \
            geometric mean; the median is the mean of the middle two where n is even; SD is the \
            sample's, with n - 1.
            """
        ]
    }

    /// Returns a note on intervals that are left out because they are too wide to be useful.
    private func wideIntervals(_ part: Part) -> [Phrase] {
        let wide = part.tasks.filter { $0.interval.value.map { !$0.isInformative } ?? false }
        guard !wide.isEmpty else { return [] }
        return [
            """
            \(wide.count == 1 ? "Task" : "Tasks") \(listed(wide.map { "\($0.number)" })): no \
            interval is given, because its ends are more than a hundredfold apart.
            """
        ]
    }

    private func notes(ordered: Bool, failures: Bool) -> [Phrase] {
        var notes: [Phrase] = []
        if ordered {
            notes.append(
                """
                The interval of the median lies between two ordered times and covers 95 % or \
                more; it is given from n = 10 on.
                """
            )
        }
        if failures {
            notes.append(
                """
                “Without success” counts failed attempts, which no other number of this table \
                includes. The last column is Kaplan and Meier's median, in which a failure means \
                that success would have taken longer; a dash if the curve does not come down to \
                one half.
                """
            )
        }
        return notes
    }
}
