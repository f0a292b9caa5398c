extension Study {
    /// The occurrence of a questionnaire or an analyzed task in the phases of the study.
    package struct Place: Sendable, Hashable {
        package enum Subject: Sendable, Hashable {
            case questionnaire(Questionnaire)
            case task(StudyTask)
        }

        package var subject: Subject
        /// Whether the participant completes the questionnaire or task once for each condition. If
        /// so, the condition's id is recorded with each answer or task run. Otherwise, an empty id
        /// is recorded.
        package var perCondition: Bool
    }

    /// The questionnaires and tasks in the order in which a participant completes them. Practice
    /// tasks are left out, because they are not analyzed.
    package var places: [Place] { places(in: phases, perCondition: false) }

    private func places(in phases: [Phase], perCondition: Bool) -> [Place] {
        phases.flatMap { phase -> [Place] in
            switch phase {
            case .consent, .reading, .practice: return []
            case .questionnaire(let id):
                return questionnaires.filter { $0.id == id }.map {
                    Place(subject: .questionnaire($0), perCondition: perCondition)
                }
            case .tasks(let ids):
                return ids.compactMap { id in tasks.first { $0.id == id } }.map {
                    Place(subject: .task($0), perCondition: perCondition)
                }
            case .eachCondition(let enclosed): return places(in: enclosed, perCondition: true)
            }
        }
    }

    /// The analyzed tasks in the order of ``places``, each with its ``Place/perCondition``.
    package var analysedTasks: [(task: StudyTask, perCondition: Bool)] {
        places.compactMap { place in
            if case .task(let task) = place.subject { (task, place.perCondition) } else { nil }
        }
    }

    /// The questionnaires in the order of ``places``, each with its ``Place/perCondition``.
    package var placedQuestionnaires: [(questionnaire: Questionnaire, perCondition: Bool)] {
        places.compactMap { place in
            if case .questionnaire(let value) = place.subject {
                (value, place.perCondition)
            } else {
                nil
            }
        }
    }
}
