import ResultsStore
import StudyDefinition

extension Session {
    /// The state in which the session continues after a step or after a crash. It is computed from
    /// the record of past events.
    var state: any SessionState {
        switch step {
        case nil: return Over(session: self, how: record.state == .ended ? .ended : .finished)
        case .consent(let consent): return ReadingConsent(session: self, consent: consent)
        case .reading(let reading, _): return Showing(session: self, reading: reading)
        case .question(let id, let number, let condition, let task):
            guard let questionnaire = study.questionnaires.first(where: { $0.id == id }) else {
                return Over(session: self, how: .interrupted)
            }
            return Asking(
                session: self,
                item: questionnaire.items[number],
                questionnaire: questionnaire,
                condition: condition,
                task: task
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
        default: return state(of: task, after: run.isChecked ? run.attempts.last : nil)
        }
    }

    /// Returns the state of a task after "done" was pressed. A check that has ended is not
    /// repeated, because each check counts as an attempt of the participant.
    private func state(of task: StudyTask, after finished: CheckFinished?) -> any SessionState {
        guard let finished, finished.verdict != .passed else {
            return Inspecting(session: self, task: task)
        }
        if finished.verdict == .fault {
            return Faulty(session: self, task: task, finished: finished)
        }
        return Failed(session: self, task: task, finished: finished)
    }

    /// Returns the events that complete the current step and enter the next step. At the last step,
    /// the events finish the session.
    ///
    /// - Parameter record: the record that determines the next step; nil for the current record.
    func advance(_ record: SessionRecord? = nil) -> [SessionEvent] {
        let next = next(after: position, record: record ?? self.record)
        let withdrawn = withdrawals(before: next, record: record ?? self.record)
        let completed = SessionEvent.stepCompleted(
            StepReference(index: position, name: step?.name ?? "end")
        )
        guard next < plan.steps.count else {
            return withdrawn + [
                completed, .stepEntered(StepReference(index: next, name: "end")),
                .sessionFinished(Closing(complete: true)),
            ]
        }
        return withdrawn + [completed, entering(next)]
    }

    /// Returns events that withdraw the answers to questions that are now skipped, for example
    /// because an earlier answer was corrected. The log keeps the withdrawn answers.
    private func withdrawals(before next: Int, record: SessionRecord) -> [SessionEvent] {
        plan.steps.indices.dropFirst(position + 1).prefix { $0 < next }.compactMap { index in
            guard let key = question(at: index)?.key, let answer = record.answers[key],
                answer.value.meaning != .missing
            else { return nil }
            return .answered(Answered(key, AnswerValue(raw: "", meaning: .missing)))
        }
    }

    func entering(_ index: Int) -> SessionEvent {
        .stepEntered(StepReference(index: index, name: plan.steps[index].name))
    }
}
