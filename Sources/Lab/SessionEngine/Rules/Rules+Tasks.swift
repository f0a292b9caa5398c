import ResultsStore
import Scenarios
import StudyDefinition

/// A task from its preparation to the end of its clock.
extension SessionRules {
    mutating func tasks() {
        bind(Preparing.self, NotReady.self, Ready.self, Running.self, Paused.self, Held.self)

        declarations.start(from: Preparing.self)
            .react(to: Entered.self).with(call: Prepare.self, expecting: Prepared.self)
            .with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Preparing>.self, concurrently: true)
        processor.reduce(Transition<Preparing>.self, Entered.self) { _, _ in }
        processor.create(Prepare.self, from: Transition<Preparing>.self) {
            Prepare(session: $0.state.session, task: $0.state.task)
        }
        processor.reduce(Transition<Preparing>.self, Prepared.self) { transition, message in
            let task = transition.state.task
            let notice = transition.state.session.notice
            transition.record([.taskPrepared(message.payload)], at: message.at) { session in
                var ready = session
                ready.notice = notice
                return Ready(session: ready, task: task)
            }
        }
        processor.reduce(Transition<Preparing>.self, NotPrepared.self) { transition, message in
            let task = transition.state.task
            transition.next = { NotReady(session: $0, task: task, error: message.error) }
        }

        declarations.start(from: NotReady.self)
            .react(to: Continue.self).skip().process(Transition<NotReady>.self)
        processor.reduce(Transition<NotReady>.self, Continue.self) { transition, _ in
            let task = transition.state.task
            transition.next = { Preparing(session: $0, task: task) }
        }

        declarations.start(from: Ready.self)
            .react(to: Continue.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Ready>.self)
            .react(to: Skip.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Ready>.self)
        processor.reduce(Transition<Ready>.self, Continue.self) { transition, message in
            let (task, run) = (transition.state.task, transition.state.run)
            transition.record([.taskStarted(run)], at: message.at) {
                Running(session: $0, task: task)
            }
        }
        processor.reduce(Transition<Ready>.self, Skip.self) { transition, message in
            transition.end(.skipped, at: message.at)
        }

        declarations.start(from: Running.self)
            .react(to: Done.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Running>.self)
            .react(to: Pause.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Running>.self)
            .react(to: GiveUp.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Running>.self)
            .react(to: Tick.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Running>.self)
        processor.reduce(Transition<Running>.self, Done.self) { transition, message in
            let task = transition.state.task
            transition.stop(.done, at: message.at) { Inspecting(session: $0, task: task) }
        }
        processor.reduce(Transition<Running>.self, Pause.self) { transition, message in
            let (task, run) = (transition.state.task, transition.state.run)
            transition.record([.taskPaused(run)], at: message.at) {
                Paused(session: $0, task: task)
            }
        }
        processor.reduce(Transition<Running>.self, GiveUp.self) { transition, message in
            let task = transition.state.task
            transition.stop(.gaveUp, at: message.at) { GivingUp(session: $0, task: task) }
        }
        processor.reduce(Transition<Running>.self, Tick.self) { transition, message in
            let state = transition.state
            guard let run = state.session.record.currentRun else { return }
            let over = run.time(.running, now: message.at) - Int64(run.timeLimit * 1e9)
            guard over < 0 else {
                // The clock froze at the limit, however late this tick is.
                return transition.stop(.limit, at: message.at.advanced(by: -over)) {
                    AtLimit(session: $0, task: state.task)
                }
            }
            transition.isBeat = true
            transition.at = message.at
        }

        declarations.start(from: Paused.self)
            .react(to: Continue.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Paused>.self)
            .react(to: Tick.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Paused>.self)
        processor.reduce(Transition<Paused>.self, Continue.self) { transition, message in
            transition.resume(transition.state.task, at: message.at)
        }
        processor.reduce(Transition<Paused>.self, Tick.self) { transition, message in
            transition.isBeat = true
            transition.at = message.at
        }

        declarations.start(from: Held.self)
            .react(to: Continue.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Held>.self)
        processor.reduce(Transition<Held>.self, Continue.self) { transition, message in
            transition.resume(transition.state.task, at: message.at)
        }
    }
}

extension SessionState {
    var run: RunReference { RunReference(run: session.record.currentRun?.number ?? 0) }
}

extension Transition {
    mutating func resume(_ task: StudyTask, at stamp: Stamp) {
        record([.taskResumed(state.run)], at: stamp) { Running(session: $0, task: task) }
    }

    /// Freezes the clock at `stamp`.
    mutating func stop(
        _ reason: TaskStopped.Reason,
        at stamp: Stamp,
        then next: @escaping @Sendable (Session) -> any SessionState
    ) {
        record(
            [.taskStopped(TaskStopped(run: state.run.run, reason: reason))],
            at: stamp,
            then: next
        )
    }

    /// Ends the run and goes to the next step.
    mutating func end(
        _ ending: Ending,
        at stamp: Stamp,
        snapshot: String? = nil
    ) {
        let task = state.session.study.tasks.first {
            $0.id == state.session.record.currentRun?.task
        }
        let notice = task.map { "“\($0.title)”: \(ending.words)" }
        let ended = TaskEnded(run: state.run.run, ending: ending, snapshot: snapshot)
        record([.taskEnded(ended)] + state.session.advance(), at: stamp) { session in
            var next = session
            next.notice = notice
            return next.state
        }
    }
}
