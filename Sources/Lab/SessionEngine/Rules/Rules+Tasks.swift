import ResultsStore
import Scenarios
import StudyDefinition

/// The scenarios of a task, from its preparation until its clock stops.
extension SessionRules {
    func tasks() {
        bind(Preparing.self, NotReady.self, Ready.self, Running.self, Paused.self, Held.self)

        scenarios.start(from: Preparing.self, .inTurn)
            .react(to: Entered.self).with(call: Prepare.self, expecting: Prepared.self)
            .with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Preparing>.self, .atOnce, leads: .to(Ready.self, NotReady.self))
        actions.on(Transition<Preparing>.self).reduce(Entered.self) { _, _ in }
        actions.on(Transition<Preparing>.self).create(Prepare.self) {
            Prepare(session: $0.state.session, task: $0.state.task)
        }
        actions.on(Transition<Preparing>.self).reduce(Prepared.self) { transition, message in
            let task = transition.state.task
            let notice = transition.state.session.notice
            transition.record([.taskPrepared(message.payload)], at: message.at) { session in
                var ready = session
                ready.notice = notice
                return Ready(session: ready, task: task)
            }
        }
        actions.on(Transition<Preparing>.self).reduce(NotPrepared.self) { transition, message in
            let task = transition.state.task
            transition.next = { NotReady(session: $0, task: task, error: message.error) }
        }

        scenarios.start(from: NotReady.self, .inTurn)
            .react(to: Continue.self).skip().process(
                Transition<NotReady>.self,
                leads: .to(Preparing.self)
            )
        actions.on(Transition<NotReady>.self).reduce(Continue.self) { transition, _ in
            let task = transition.state.task
            transition.next = { Preparing(session: $0, task: task) }
        }

        scenarios.start(from: Ready.self, .inTurn)
            .react(to: Continue.self).with(call: Record.self, expecting: Recorded.self)
            .with(call: Instruct.self, expecting: Instructed.self)
            .process(Transition<Ready>.self, leads: .to(Running.self))
            .react(to: Back.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Ready>.self, leads: .to(.step, ReviewingConsent.self))
            .react(to: Skip.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Ready>.self, leads: .to(.step, Explaining.self))
        actions.on(Transition<Ready>.self).reduce(Continue.self) { transition, message in
            let (task, run) = (transition.state.task, transition.state.run)
            transition.record([.taskStarted(run)], at: message.at) {
                Running(session: $0, task: task)
            }
        }
        actions.on(Transition<Ready>.self).reduce(Back.self) { transition, message in
            transition.goBack(at: message.at)
        }
        actions.on(Transition<Ready>.self).reduce(Skip.self) { transition, message in
            let state = transition.state
            guard let reason = message.reason else {
                transition.next = { Explaining(session: $0, purpose: .skip, previous: state) }
                return
            }
            transition.end(.skipped, at: message.at, reason: reason)
        }
        explanations()

        scenarios.start(from: Running.self, .inTurn)
            .react(to: Done.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Running>.self, leads: .to(Inspecting.self, AtLimit.self))
            .react(to: Pause.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Running>.self, leads: .to(Paused.self, AtLimit.self))
            .react(to: GiveUp.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Running>.self, leads: .to(GivingUp.self, AtLimit.self))
            .react(to: Tick.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Running>.self, leads: .to(AtLimit.self))
        actions.on(Transition<Running>.self).reduce(Done.self) { transition, message in
            let task = transition.state.task
            if transition.stopAtLimit(message.at, over: transition.state, then: { $1 }) { return }
            transition.stop(.done, at: message.at) { Inspecting(session: $0, task: task) }
        }
        actions.on(Transition<Running>.self).reduce(Pause.self) { transition, message in
            let (task, run) = (transition.state.task, transition.state.run)
            if transition.stopAtLimit(message.at, over: transition.state, then: { $1 }) { return }
            transition.record([.taskPaused(run)], at: message.at) {
                Paused(session: $0, task: task)
            }
        }
        actions.on(Transition<Running>.self).reduce(GiveUp.self) { transition, message in
            let task = transition.state.task
            if transition.stopAtLimit(message.at, over: transition.state, then: { $1 }) { return }
            transition.stop(.gaveUp, at: message.at) { GivingUp(session: $0, task: task) }
        }
        actions.on(Transition<Running>.self).reduce(Tick.self) { transition, message in
            transition.beat(at: message.at, over: transition.state) { $1 }
        }

        scenarios.start(from: Paused.self, .inTurn)
            .react(to: Continue.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Paused>.self, leads: .to(Running.self))
            .react(to: Tick.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Paused>.self, leads: .nowhere)
        actions.on(Transition<Paused>.self).reduce(Continue.self) { transition, message in
            transition.resume(transition.state.task, at: message.at)
        }
        actions.on(Transition<Paused>.self).reduce(Tick.self) { transition, message in
            transition.isBeat = true
            transition.at = message.at
        }

        scenarios.start(from: Held.self, .inTurn)
            .react(to: Continue.self).with(call: Record.self, expecting: Recorded.self)
            .with(call: Instruct.self, expecting: Instructed.self)
            .process(Transition<Held>.self, leads: .to(Running.self))
        actions.on(Transition<Held>.self).reduce(Continue.self) { transition, message in
            transition.resume(transition.state.task, at: message.at)
        }
        instructs(Ready.self) { $0.task }
        instructs(Held.self) { $0.task }
    }

    /// Declares that TASK.md is written when the clock starts: after the start is recorded, and
    /// before the instruction is shown.
    func instructs<State: SessionState>(
        _: State.Type,
        _ task: @escaping @Sendable (State) -> StudyTask?
    ) {
        actions.on(Transition<State>.self)
            .create(Instruct.self) {
                Instruct(session: $0.state.session, task: task($0.state))
            }
            .reduce(Instructed.self) { transition, message in
                transition.notice = message.problem.map { Session.Notice(words: $0) }
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

    /// Handles a tick: stops a clock that has reached the time limit, or records a heartbeat.
    ///
    /// - Parameters:
    ///   - previous: the current state, or the state to which a dialog returns. The clock runs only
    ///     if this is `Running`.
    ///   - next: returns the next state, given the session and the state that follows `previous`.
    mutating func beat(
        at stamp: Stamp,
        over previous: any SessionState,
        then next: @escaping @Sendable (Session, any SessionState) -> any SessionState
    ) {
        if stopAtLimit(stamp, over: previous, then: next) { return }
        isBeat = true
        at = stamp
    }

    /// Stops the clock if it has reached the time limit. The stop is recorded at the time of the
    /// limit, which may be before `stamp`. Returns false if no clock runs in `previous`, or if the
    /// limit is not reached.
    mutating func stopAtLimit(
        _ stamp: Stamp,
        over previous: any SessionState,
        then next: @escaping @Sendable (Session, any SessionState) -> any SessionState
    ) -> Bool {
        guard let running = previous as? Running, let run = state.session.record.currentRun
        else { return false }
        let over = run.time(.running, now: stamp) - Int64(run.timeLimit * 1e9)
        guard over >= 0 else { return false }
        stop(.limit, at: stamp.advanced(by: -over)) { session in
            next(session, AtLimit(session: session, task: running.task))
        }
        return true
    }

    /// Stops the clock at `stamp`.
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
        snapshot: String? = nil,
        reason: String? = nil
    ) {
        let task = state.session.study.tasks.first {
            $0.id == state.session.record.currentRun?.task
        }
        let notice = task.map {
            Session.Notice(words: "“\($0.title)”: \(ending.words)", shared: "Recorded.")
        }
        let ended = TaskEnded(
            run: state.run.run,
            ending: ending,
            snapshot: snapshot,
            reason: reason
        )
        record([.taskEnded(ended)] + state.session.advance(), at: stamp) { session in
            var next = session
            next.notice = notice
            return next.state
        }
    }
}
