import CSV
import ResultsStore
import StudyDefinition

extension CSVExport {
    var questionnaireIDs: [String] {
        let ids = findings.parts.map(\.group).flatMap { group in
            group.questionnaires.map(\.id) + [group.afterTask?.id].compactMap(\.self)
        }
        return ids.distinct
    }

    /// Writes the answers to a questionnaire. A row contains one participant's answers. If the
    /// questionnaire is asked in each condition or after each task, a participant has one row per
    /// condition or task. In imports with several runs of a task, there is one row per run. The
    /// columns are the questionnaire's items from all versions of the study.
    func answers(_ id: String, to text: inout CSVText) {
        let parts = findings.parts.filter { part in
            part.group.questionnaires.contains { $0.id == id } || part.group.afterTask?.id == id
        }
        let isAfterTasks = parts.contains { $0.group.afterTask?.id == id }
        let items = parts.flatMap { $0.group.definition(of: id)?.items ?? [] }.map(\.id).distinct
        text.add(["participant", "study_version", "condition"])
        let hasRuns = parts.contains { part in
            part.group.questions.keys.contains { $0.questionnaire == id && $0.run > 0 }
        }
        if isAfterTasks { text.add("task") }
        if hasRuns { text.add("run") }
        text.addRow(items)
        for part in parts {
            func add(task: String?, run: Int) {
                rows(id, items, part.group, task: task, run: hasRuns ? run : nil, to: &text)
            }
            if part.group.questionnaires.contains(where: { $0.id == id }) {
                add(task: isAfterTasks ? "" : nil, run: 0)
            }
            guard part.group.afterTask?.id == id else { continue }
            for variant in part.tasks.flatMap(\.variants) {
                for run in part.group.runs(of: variant.id, asked: id) {
                    add(task: variant.id, run: run)
                }
            }
        }
    }

    /// Writes one row per participant with the answers to the questionnaire. If `task` is the id of
    /// a task, participants without an answer after that task have no row.
    ///
    /// - Parameter task: id of the task after which the questionnaire was asked; empty for answers
    ///   that belong to no task; nil for a table without a task column.
    /// - Parameter run: number of the run; 0 for answers that belong to no particular run; nil for
    ///   a table without a run column.
    private func rows(
        _ id: String,
        _ items: [String],
        _ group: Group,
        task: String?,
        run: Int?,
        to text: inout CSVText
    ) {
        let definition = group.definition(of: id)
        let asked = items.map { name in
            definition?.items.first { $0.id == name }.map {
                (item: $0, column: group.column(id, name, task: task ?? "", run: run ?? 0))
            }
        }
        for entry in group.entries {
            if let task, !task.isEmpty,
                !asked.contains(where: { entry.answer($0?.column) != nil })
            {
                continue
            }
            text.add([entry.participant, group.version, group.conditionID])
            if let task { text.add(task) }
            if let run { text.add(run > 0 ? "\(run)" : "") }
            for question in asked {
                if let question {
                    text.add(question.item, entry.answer(question.column)?.value)
                } else {
                    text.add("")
                }
            }
            text.endRow()
        }
    }
}

extension Group {
    /// Returns the numbers of the task's runs after which a questionnaire was answered. Always
    /// includes 0, which means no particular run. Other numbers occur only in imports with
    /// several runs of the task.
    fileprivate func runs(of task: String, asked questionnaire: String) -> [Int] {
        let runs = questions.keys.filter {
            $0.task == task && $0.questionnaire == questionnaire && $0.condition == conditionID
        }
        .map(\.run)
        return Set(runs + [0]).sorted()
    }
}

extension CSVText {
    /// Adds the answer to an item. A numeric answer is added as the number that the report's
    /// calculations use.
    mutating func add(_ item: Questionnaire.Item, _ value: AnswerValue?) {
        guard let number = value?.numberText else { return add(item.text(for: value) ?? "") }
        add(plain: number)
    }
}
