import ResultsStore
import StudyDefinition

extension Session {
    /// The state that the record stands for: where a session goes on, after a step and after a crash.
    var state: any SessionState {
        switch step {
        case nil: return Over(session: self, how: record.state == .ended ? .ended : .finished)
        case .consent(let consent): return ReadingConsent(session: self, consent: consent)
        case .reading(let reading, _): return Showing(session: self, reading: reading)
        case .question(let id, let number, let condition):
            guard let questionnaire = study.questionnaires.first(where: { $0.id == id }) else {
                return Over(session: self, how: .interrupted)
            }
            return Asking(
                session: self,
                item: questionnaire.items[number],
                questionnaire: questionnaire,
                condition: condition
            )
        case .task(let task, _, _): return state(of: task)
        }
    }

    private func state(of task: StudyTask) -> any SessionState {
        guard let run = record.currentRun, run.task == task.id, run.hasStarted else {
            return Preparing(session: self, task: task)
        }
        guard run.segments.last?.kind == .checking else { return Held(session: self, task: task) }
        switch run.lastStop {
        case .limit: return AtLimit(session: self, task: task)
        case .gaveUp: return GivingUp(session: self, task: task)
        default: return Inspecting(session: self, task: task)
        }
    }

    /// The events that end the present step and begin the next one, given the record as it will
    /// be; the last step ends the session.
    func advance(_ record: SessionRecord? = nil) -> [SessionEvent] {
        let next = next(after: position, record: record ?? self.record)
        let completed = SessionEvent.stepCompleted(
            StepReference(index: position, name: step?.name ?? "end")
        )
        guard next < plan.steps.count else {
            return [
                completed, .stepEntered(StepReference(index: next, name: "end")),
                .sessionFinished(Closing(complete: true)),
            ]
        }
        return [completed, entering(next)]
    }

    func entering(_ index: Int) -> SessionEvent {
        .stepEntered(StepReference(index: index, name: plan.steps[index].name))
    }
}
