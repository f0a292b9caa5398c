import ResultsStore
import Scenarios
import StudyDefinition

/// Actions for which the facilitator types a reason: more time, skipping a task, repeating a task,
/// ending early, and a pause. The reason is optional only for a pause.
extension SessionRules {
    func explanations() {
        from(Paused.self).enter(on: Explain.self, leads: .to(Explaining.self)) { session, state in
            Explaining(session: session, purpose: .pause, previous: state)
        }
        for state in [Ready.self, Showing.self, Asking.self] as [any SessionState.Type] {
            repeats(in: state)
        }
        from(Explaining.self)
            .record(
                Typed.self,
                leads: .to(.step, Paused.self, Running.self, Collecting.self)
            ) {
                $0.explain($1)
            }
            .goBack(on: Leave.self)
    }

    private func repeats<State: SessionState>(in state: State.Type) {
        from(state).reduce(Repeat.self, leads: .to(Explaining.self)) { transition, _ in
            let state = transition.state
            guard state.session.repeatable != nil else { return }
            transition.next = { Explaining(session: $0, purpose: .repeatTask, previous: state) }
        }
    }
}

extension Transition<Explaining> {
    fileprivate mutating func explain(_ message: Typed) {
        let (state, reason) = (state, message.text.trimmed)
        let previous = state.previous
        guard !reason.isEmpty else {
            next = { session in
                if state.purpose == .pause { return previous.with(session) }
                var refusing = state
                refusing.refusal = "A reason is needed; Esc goes back."
                return refusing.with(session)
            }
            return
        }
        switch state.purpose {
        case .pause:
            let explained = Explained(run: state.run.run, text: reason)
            record([.explained(explained)], at: message.at) { previous.with($0) }
        case .skip: end(.skipped, at: message.at, reason: reason)
        case .extend:
            guard let limit = previous as? AtLimit else { return next = { previous.with($0) } }
            extend(limit.task, at: message.at, reason: reason)
        case .endSession:
            guard let run = state.session.record.currentRun, run.hasStarted,
                let task = state.session.study.tasks.first(where: { $0.id == run.task })
            else { return endSession(at: message.at, reason: reason) }
            // If the task ended before the facilitator asked to end the session, its ending is kept.
            let ended = (previous as? EndingForGood)?.previous as? Collecting
            next = {
                Collecting(
                    session: $0,
                    task: task,
                    ending: ended?.ending ?? .facilitator,
                    at: ended?.at ?? message.at,
                    closing: reason
                )
            }
        case .repeatTask:
            guard let step = state.session.repeatable,
                case .task(let task, let condition, _) = state.session.plan.steps[step]
            else { return next = { previous.with($0) } }
            let repeated = TaskRepeated(task: task.id, condition: condition, reason: reason)
            record([.taskRepeated(repeated), state.session.entering(step)], at: message.at) {
                $0.state
            }
        }
    }
}

extension Session {
    /// Index of the step that can be repeated: the most recent task of the current condition that
    /// is not a practice task. Nil if there is no such task, if that task has not ended, or while
    /// another task is in progress.
    var repeatable: Int? {
        guard record.currentRun?.hasStarted != true, let step else { return nil }
        let before = plan.steps[..<position].lastIndex {
            if case .task(_, step.condition, false) = $0 { true } else { false }
        }
        guard let before, case .task(let task, let condition, _) = plan.steps[before],
            record.run(of: task.id, condition: condition)?.outcome != nil
        else { return nil }
        return before
    }
}
