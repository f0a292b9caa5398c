package import StudyDefinition

/// What one participant goes through, in order: the study's phases laid out for their conditions.
package struct SessionPlan: Sendable, Hashable {
    package enum Step: Sendable, Hashable {
        case consent(Consent)
        /// One item of a questionnaire; `condition` is empty outside of a block.
        case question(questionnaire: String, item: Int, condition: String)
        case reading(Reading, condition: String)
        case task(StudyTask, condition: String, practice: Bool)
    }

    package let steps: [Step]

    package init(_ study: Study, conditions: [String]) {
        steps = SessionPlan.lay(out: study.phases, study: study, conditions: conditions)
    }

    private static func lay(
        out phases: [Phase],
        study: Study,
        conditions: [String],
        condition: String = ""
    ) -> [Step] {
        phases.flatMap { phase -> [Step] in
            switch phase {
            case .consent(let consent): return [.consent(consent)]
            case .reading(let reading): return [.reading(reading, condition: condition)]
            case .questionnaire(let id):
                let count = study.questionnaires.first { $0.id == id }?.items.count ?? 0
                return (0..<count).map {
                    .question(questionnaire: id, item: $0, condition: condition)
                }
            case .tasks(let ids), .practice(let ids):
                let practice = phase == .practice(ids)
                return ids.compactMap { id in study.tasks.first { $0.id == id } }
                    .map { .task($0, condition: condition, practice: practice) }
            case .eachCondition(let enclosed):
                return conditions.flatMap {
                    lay(out: enclosed, study: study, conditions: conditions, condition: $0)
                }
            }
        }
    }

    /// The position of a task among the analysed tasks of its condition, and how many there are.
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
    /// For the log: `task city-list`.
    package var name: String {
        switch self {
        case .consent: "consent"
        case .question(let questionnaire, let item, _): "question \(questionnaire) \(item + 1)"
        case .reading(let reading, _): reading.kind.rawValue
        case .task(let task, _, let practice): "\(practice ? "practice" : "task") \(task.id)"
        }
    }

    package var condition: String {
        switch self {
        case .consent: ""
        case .question(_, _, let condition), .reading(_, let condition),
            .task(_, let condition, _):
            condition
        }
    }
}
