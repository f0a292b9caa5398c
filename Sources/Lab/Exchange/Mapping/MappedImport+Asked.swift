import ResultsStore
import StudyDefinition

/// Tasks that were not attempted, or skipped before they began. No questions are asked after them,
/// so their empty cells are not missing answers.
extension MappedImport {
    /// Returns whether a question was asked after its task. Returns false only if all of these
    /// conditions hold:
    ///
    /// - The tables state times or outcomes of the task, but the participant has none, or only the
    ///   outcome `not-attempted` or `skipped` without a time.
    /// - The participant answered no question after this task.
    func isAsked(
        _ answer: MappedReading.TaskAnswer,
        _ person: MappedReading.Person,
        _ mappings: [Mapping]
    ) -> Bool {
        guard answer.answer.value.meaning == .missing, !hasStarted(answer, person),
            mappings.contains(where: { states(timesOf: answer.place, $0) })
        else { return true }
        return person.taskAnswers.contains {
            $0.place == answer.place && $0.time == answer.time
                && $0.answer.value.meaning != .missing
        }
    }

    private func hasStarted(
        _ answer: MappedReading.TaskAnswer,
        _ person: MappedReading.Person
    ) -> Bool {
        if let time = answer.time, let own = person.times[answer.place] {
            return own[time].hasStarted
        }
        // A row without a task set names the task of the first set.
        return variants(of: answer.place).contains { place in
            (person.times[place] ?? []).contains(where: \.hasStarted)
        }
    }

    /// Returns whether the mapping names a column with times or outcomes of the task in this
    /// condition.
    private func states(timesOf place: MappedReading.Place, _ mapping: Mapping) -> Bool {
        func isOfTask(_ named: String?) -> Bool {
            guard let named else { return true }
            return study.counterpart(of: named) == study.counterpart(of: place.task)
        }
        // Without `times`, the outcomes are of the task in each row, or of the only task.
        if mapping.allTimes.isEmpty {
            let only = mapping.task == nil ? study.analysedTasks.first?.task.id : nil
            return mapping.outcome != nil && isOfTask(only)
        }
        return mapping.allTimes.contains { time in
            let isOfCondition =
                place.condition.isEmpty || time.condition == nil
                || time.condition == place.condition
            return isOfCondition && isOfTask(time.task)
        }
    }
}
