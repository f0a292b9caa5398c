import ResultsStore
import Statistics
import StudyDefinition

extension JSONExport {
    func task(_ task: TaskResult, _ part: ReportAnalysis.Part) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("id", .string(task.task.id)),
            ("title", .string(task.title)),
            ("number", .integer(Int64(task.number))),
            ("study_version", .string(part.group.version)),
            ("condition", .optional(part.group.condition?.id)),
            ("n", .integer(Int64(task.times.count))),
            ("participants", .integer(Int64(task.cells.count))),
            ("attempts", .integer(Int64(task.attempts))),
            ("completed", .integer(Int64(task.successes))),
            ("completed_unassisted", .integer(Int64(task.unassisted))),
        ]
        members += computed("mean_seconds", task.mean)
        members += computed("geometric_mean_seconds", task.geometricMean.map(\.portable))
        members += computed("geometric_mean_low_seconds", task.interval.map(\.low.portable))
        members += computed("geometric_mean_high_seconds", task.interval.map(\.high.portable))
        members += computed("median_seconds", task.median)
        members += computed("sd_seconds", task.deviation)
        members.append(("typical_time", .string(task.rule.id)))
        if task.rule != .geometricMean {
            let ordered = medianInterval(task.times).map(\.interval)
            members += computed("median_low_seconds", ordered.map(\.low))
            members += computed("median_high_seconds", ordered.map(\.high))
        }
        if !task.censored.isEmpty {
            members.append(("censored", .integer(Int64(task.censored.count))))
            members += computed("median_censored_seconds", task.censoredMedian)
        }
        let interval = completionInterval(task.successes, of: task.attempts)
        members += computed("completion_laplace", laplace(task.successes, of: task.attempts))
        members += computed("completion_low", interval.map(\.low))
        members += computed("completion_high", interval.map(\.high))
        let rule = IntervalRule(attempts: task.attempts)
        members.append(("completion_interval", .string(rule.name)))
        if part.group.entries.contains(where: { !$0.isImported }) {
            let unassisted = completionInterval(task.unassisted, of: task.attempts)
            members += computed("completion_unassisted_low", unassisted.map(\.low))
            members += computed("completion_unassisted_high", unassisted.map(\.high))
        }
        if task.cells.count <= Document.mostRows {
            members.append(("times", .array(task.cells.map(time))))
        }
        return .object(members)
    }

    /// Participants who completed every task; nothing without tasks.
    func completion(_ part: ReportAnalysis.Part) -> JSONValue? {
        guard !part.tasks.isEmpty else { return nil }
        let (completed, judged) = part.completion()
        let unassisted = part.completion(by: \.isUnassisted).completed
        var members: [(String, JSONValue)] = [
            ("study_version", .string(part.group.version)),
            ("condition", .optional(part.group.condition?.id)),
            ("participants", .integer(Int64(part.group.entries.count))),
            ("judged", .integer(Int64(judged))), ("completed", .integer(Int64(completed))),
            ("completed_unassisted", .integer(Int64(unassisted))),
        ]
        let interval = completionInterval(completed, of: judged)
        members += computed("completion_laplace", laplace(completed, of: judged))
        members += computed("completion_low", interval.map(\.low))
        members += computed("completion_high", interval.map(\.high))
        return .object(members)
    }

    /// The value, or null with the reason in `…_why`.
    func computed(_ name: String, _ value: Computed<Double>) -> [(String, JSONValue)] {
        switch value {
        case .value(let number): [(name, .number(number))]
        case .notComputable(let reason): [(name, .null), ("\(name)_why", .string(reason))]
        }
    }

    private func time(_ cell: TaskResult.Cell) -> JSONValue {
        let recorded: [(String, JSONValue)] =
            cell.recorded.map { [("recorded_outcome", .string($0.rawValue))] } ?? []
        return .object(
            [
                ("participant", .string(cell.participant)),
                ("task", .string(cell.task)), ("task_set", .optional(cell.taskSet)),
                ("seconds", cell.seconds.map { .number($0) } ?? .null),
                ("outcome", .string(cell.outcome.rawValue)),
                ("assisted", .bool(cell.isAssisted)),
                ("flagged", .bool(cell.isFlagged)),
                ("event", .optional(cell.event)),
            ] + recorded
        )
    }
}

extension JSONExport {
    func questionnaires(_ part: ReportAnalysis.Part) -> [JSONValue] {
        part.group.questionnaires.map { questionnaire in
            .object([
                ("id", .string(questionnaire.id)),
                ("title", .string(questionnaire.title)),
                ("study_version", .string(part.group.version)),
                ("condition", .optional(part.group.condition?.id)),
                ("items", .array(questionnaire.items.map { item($0, questionnaire, part.group) })),
            ])
        }
    }

    private func item(
        _ item: Questionnaire.Item,
        _ questionnaire: Questionnaire,
        _ group: Group
    ) -> JSONValue {
        let answers = group.answers(questionnaire, item)
        let counts = item.counts(of: answers.compactMap { $0?.value })
        var members: [(String, JSONValue)] = [
            ("id", .string(item.id)),
            ("text", .string(item.text)),
            (
                "counts",
                counts.map { .object($0.map { ($0.answer, .integer(Int64($0.count))) }) } ?? .null
            ),
        ]
        if answers.count <= Document.mostRows {
            let each = zip(group.entries, answers).map { answer($0, $1, item) }
            members.append(("answers", .array(each)))
        }
        return .object(members)
    }

    private func answer(
        _ entry: Entry,
        _ answer: SessionRecord.Answer?,
        _ item: Questionnaire.Item
    ) -> JSONValue {
        .object([
            ("participant", .string(entry.participant)),
            ("value", .optional(item.text(for: answer?.value))),
            ("raw", .optional(answer?.value.raw)),
            ("contradicts", .bool(answer?.contradicts ?? false)),
            ("corrections", .integer(Int64(answer?.corrections ?? 0))),
            ("event", .optional(answer?.event)),
        ])
    }
}
