import JSON
import ResultsStore
import Statistics
import StudyDefinition

extension JSONExport {
    func tasks(_ part: ReportAnalysis.Part) -> [JSONNode] { part.tasks.map { task($0, part) } }

    private func task(_ task: TaskResult, _ part: ReportAnalysis.Part) -> JSONNode {
        var members: [(String, JSONNode)] = [
            ("id", JSONNode(task.task.id)),
            ("title", JSONNode(task.title)),
            ("number", JSONNode(task.number)),
            ("study_version", JSONNode(part.group.version)),
            ("condition", JSONNode(part.group.condition?.id)),
            ("n", JSONNode(task.times.count)),
            ("participants", JSONNode(task.cells.count)),
            ("attempts", JSONNode(task.attempts)),
            ("completed", JSONNode(task.successes)),
            ("completed_unassisted", JSONNode(task.unassisted)),
        ]
        members += computed("mean_seconds", task.mean)
        members += computed("geometric_mean_seconds", task.geometricMean.map(\.portable))
        members += bounds("geometric_mean_", task.interval, suffix: "_seconds")
        members += computed("median_seconds", task.median)
        members += computed("sd_seconds", task.deviation)
        members.append(("typical_time", JSONNode(task.rule.rawValue)))
        if task.rule != .geometricMean {
            let ordered = medianInterval(task.times).map(\.interval)
            members += bounds("median_", ordered, suffix: "_seconds", rounded: \.self)
        }
        if !task.censored.isEmpty {
            members.append(("censored", JSONNode(task.censored.count)))
            members += computed("median_censored_seconds", task.censoredMedian)
        }
        let interval = completionInterval(task.successes, of: task.attempts)
        members += computed("completion_laplace", laplace(task.successes, of: task.attempts))
        members += bounds("completion_", interval, rounded: \.self)
        let rule = IntervalRule(attempts: task.attempts)
        members.append(("completion_interval", JSONNode(rule.name)))
        if part.group.entries.contains(where: { !$0.isImported }) {
            let unassisted = completionInterval(task.unassisted, of: task.attempts)
            members += bounds("completion_unassisted_", unassisted, rounded: \.self)
        }
        if task.cells.count <= Document.mostRows {
            members.append(("times", JSONNode(task.cells.map(time))))
        }
        return JSONNode(members)
    }

    /// Returns a JSON object that states how many participants completed every task, with an
    /// estimate and its interval. Nil if there are no tasks.
    func completion(_ part: ReportAnalysis.Part) -> JSONNode? {
        guard !part.tasks.isEmpty else { return nil }
        let (completed, judged) = part.completion()
        let unassisted = part.completion(unassisted: true).completed
        var members: [(String, JSONNode)] = [
            ("study_version", JSONNode(part.group.version)),
            ("condition", JSONNode(part.group.condition?.id)),
            ("participants", JSONNode(part.group.entries.count)),
            ("judged", JSONNode(judged)), ("completed", JSONNode(completed)),
            ("completed_unassisted", JSONNode(unassisted)),
        ]
        members += computed("completion_laplace", laplace(completed, of: judged))
        members += bounds("completion_", completionInterval(completed, of: judged), rounded: \.self)
        return JSONNode(members)
    }

    private func time(_ cell: TaskResult.Cell) -> JSONNode {
        var members: [(String, JSONNode)] = [
            ("participant", JSONNode(cell.participant)),
            ("task", JSONNode(cell.task)), ("task_set", JSONNode(cell.taskSet)),
            ("seconds", JSONNode(cell.seconds)), ("outcome", JSONNode(cell.outcome.rawValue)),
            ("assisted", JSONNode(cell.isAssisted)), ("flagged", JSONNode(cell.isFlagged)),
            ("event", JSONNode(cell.event)),
        ]
        if let outcome = cell.recorded {
            members.append(("recorded_outcome", JSONNode(outcome.rawValue)))
        }
        return JSONNode(members)
    }

    func questionnaires(_ part: ReportAnalysis.Part) -> [JSONNode] {
        part.group.questionnaires.map { questionnaire in
            [
                "id": JSONNode(questionnaire.id),
                "title": JSONNode(questionnaire.title),
                "study_version": JSONNode(part.group.version),
                "condition": JSONNode(part.group.condition?.id),
                "items": JSONNode(questionnaire.items.map { item($0, questionnaire, part.group) }),
            ]
        }
    }

    private func item(
        _ item: Questionnaire.Item,
        _ questionnaire: Questionnaire,
        _ group: Group
    ) -> JSONNode {
        let answers = group.answers(questionnaire, item)
        let counts = item.counts(of: answers.compactMap { $0?.value })
        var members: [(String, JSONNode)] = [
            ("id", JSONNode(item.id)), ("text", JSONNode(item.text)),
            ("counts", counts.map(JSONExport.counts) ?? .null),
        ]
        if answers.count <= Document.mostRows {
            let each = zip(group.entries, answers).map { answer($0, $1, item) }
            members.append(("answers", JSONNode(each)))
        }
        return JSONNode(members)
    }

    private func answer(
        _ entry: Entry,
        _ answer: SessionRecord.Answer?,
        _ item: Questionnaire.Item
    ) -> JSONNode {
        [
            "participant": JSONNode(entry.participant),
            "value": JSONNode(answer?.value.numberText ?? item.text(for: answer?.value)),
            "raw": JSONNode(answer?.value.raw),
            "contradicts": JSONNode(answer?.contradicts ?? false),
            "corrections": JSONNode(answer?.corrections ?? 0),
            "event": JSONNode(answer?.event),
        ]
    }
}
