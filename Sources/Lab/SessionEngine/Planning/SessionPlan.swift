package import ResultsStore
package import StudyDefinition

/// The steps of one participant's session, in order: the study's phases, expanded for the
/// participant's conditions.
package struct SessionPlan: Sendable, Hashable {
    package enum Step: Sendable, Hashable {
        case consent(Consent)
        /// One item of a questionnaire. `condition` is empty in phases that are not repeated for
        /// each condition. `task` is empty unless the item is asked after a task.
        case question(questionnaire: String, item: Int, condition: String, task: String = "")
        case reading(Reading, condition: String)
        case task(StudyTask, condition: String, practice: Bool)
    }

    package let steps: [Step]

    package init(_ study: Study, conditions: [String], planned: PlannedSession? = nil) {
        steps = SessionPlan.lay(
            out: planned?.phases(of: study) ?? study.phases,
            Layout(study: study, conditions: conditions, planned: planned)
        )
    }

    private struct Layout {
        let study: Study
        let conditions: [String]
        let planned: PlannedSession?
        var condition = ""

        /// Returns the tasks of a phase for this participant. Tasks are replaced by their
        /// counterparts in the planned parallel set, if there is one.
        func tasks(_ ids: [String]) -> [StudyTask] {
            let set = planned?.taskSets[condition].flatMap { wanted in
                study.taskSets?.first { $0.id == wanted }
            }
            let first = study.taskSets?.first
            let chosen = ids.map { id in
                guard let set, let place = first?.tasks.firstIndex(of: id),
                    set.tasks.indices.contains(place)
                else { return id }
                return set.tasks[place]
            }
            return chosen.compactMap { id in study.tasks.first { $0.id == id } }
        }

        func questions(_ id: String, after task: String = "") -> [Step] {
            let questionnaire = study.questionnaires.first { $0.id == id }
            if !condition.isEmpty, questionnaire?.onlyIn?.contains(condition) == false { return [] }
            let count = questionnaire?.items.count ?? 0
            return (0..<count).map {
                .question(questionnaire: id, item: $0, condition: condition, task: task)
            }
        }
    }

    private static func lay(out phases: [Phase], _ layout: Layout) -> [Step] {
        phases.flatMap { phase -> [Step] in
            switch phase {
            case .consent(let consent): return [.consent(consent)]
            case .reading(let reading): return [.reading(reading, condition: layout.condition)]
            case .questionnaire(let id): return layout.questions(id)
            case .practice(let ids):
                return layout.tasks(ids).map {
                    .task($0, condition: layout.condition, practice: true)
                }
            case .tasks(let ids):
                return layout.tasks(ids).flatMap { task -> [Step] in
                    let asked = layout.study.afterTask.map {
                        layout.questions($0, after: task.id)
                    }
                    return [.task(task, condition: layout.condition, practice: false)]
                        + (asked ?? [])
                }
            case .eachCondition(let enclosed):
                return layout.conditions.flatMap { condition in
                    var inner = layout
                    inner.condition = condition
                    return lay(out: enclosed, inner)
                }
            }
        }
    }

    /// Returns the position of a task among the tasks of its condition (`number`, from 1), and the
    /// number of these tasks (`count`). Practice tasks are counted separately. Nil if the step is
    /// not a task.
    package func position(of step: Int) -> (number: Int, count: Int)? {
        guard case .task(_, let condition, let practice) = steps[step] else { return nil }
        let alike = steps.indices.filter {
            if case .task(_, condition, practice) = steps[$0] { return true }
            return false
        }
        return alike.firstIndex(of: step).map { ($0 + 1, alike.count) }
    }
}

extension SessionPlan.Step {
    /// Name of the step for the log, such as `task city-list`.
    package var name: String {
        switch self {
        case .consent: "consent"
        case .question(let questionnaire, let item, _, let task):
            "question \(questionnaire) \(item + 1)" + (task.isEmpty ? "" : " after \(task)")
        case .reading(let reading, _): reading.kind.rawValue
        case .task(let task, _, let practice): "\(practice ? "practice" : "task") \(task.id)"
        }
    }

    package var condition: String {
        switch self {
        case .consent: ""
        case .question(_, _, let condition, _), .reading(_, let condition),
            .task(_, let condition, _):
            condition
        }
    }
}
