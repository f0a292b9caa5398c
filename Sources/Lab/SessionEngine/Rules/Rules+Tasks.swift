import ResultsStore
import Scenarios
import StudyDefinition

/// Rules for a task, from its preparation until its clock stops.
extension SessionRules {
    func tasks() {
        actions.on(Transition<Preparing>.self)
            .create(Prepare.self) { Prepare(session: $0.state.session, task: $0.state.task) }
            .reduce(Prepared.self) { transition, message in
                let task = transition.state.task
                let notice = transition.state.session.notice
                transition.record([.taskPrepared(message.payload)], at: message.at) { session in
                    var ready = session
                    ready.notice = notice
                    return Ready(session: ready, task: task)
                }
            }
            .reduce(NotPrepared.self) { transition, message in
                let task = transition.state.task
                transition.next = { NotReady(session: $0, task: task, error: message.error) }
            }
        from(Preparing.self)
            .reduce(
                Entered.self,
                [.prepare, .record],
                .atOnce,
                leads: .to(Ready.self, NotReady.self)
            )

        from(NotReady.self)
            .enter(on: Continue.self, leads: .to(Preparing.self)) { session, state in
                Preparing(session: session, task: state.task)
            }
            .record(Skip.self, leads: .to(.step, Explaining.self)) { $0.skip($1) }

        from(Ready.self)
            .reduce(Continue.self, [.record, .instruct], leads: .to(Running.self)) {
                $0.run([.taskStarted($0.state.run)], at: $1.at)
            }
        goesBack(from: Ready.self)
        from(Ready.self).record(Skip.self, leads: .to(.step, Explaining.self)) { $0.skip($1) }
        explanations()

        from(Running.self)
            .record(Done.self, leads: .to(Inspecting.self, AtLimit.self)) { transition, message in
                let task = transition.state.task
                if transition.stopAtLimit(message.at, over: transition.state) { return }
                transition.stop(.done, at: message.at) { Inspecting(session: $0, task: task) }
            }
            .record(Pause.self, leads: .to(Paused.self, AtLimit.self)) { transition, message in
                let (task, run) = (transition.state.task, transition.state.run)
                if transition.stopAtLimit(message.at, over: transition.state) { return }
                transition.record([.taskPaused(run)], at: message.at) {
                    Paused(session: $0, task: task)
                }
            }
            .record(GiveUp.self, leads: .to(GivingUp.self, AtLimit.self)) { transition, message in
                let task = transition.state.task
                if transition.stopAtLimit(message.at, over: transition.state) { return }
                transition.stop(.gaveUp, at: message.at) { GivingUp(session: $0, task: task) }
            }
            .record(Tick.self, leads: .to(AtLimit.self)) { transition, message in
                transition.pass(message, over: transition.state)
            }

        from(Paused.self)
            .record(Continue.self, leads: .to(Running.self)) {
                $0.run([.taskResumed($0.state.run)], at: $1.at)
            }

        from(Held.self)
            .reduce(Continue.self, [.record, .instruct], leads: .to(Running.self)) {
                $0.run([.taskResumed($0.state.run)], at: $1.at)
            }
        instructs(Ready.self) { $0.task }
        instructs(Held.self) { $0.task }
    }

    /// Declares that the task's instruction is written to TASK.md when the clock starts. It is
    /// written after the start is recorded, and before the page shows the instruction.
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

extension RunRecord {
    /// Returns the nanoseconds by which the task's clock has passed the time limit at `stamp`.
    /// Negative before the limit.
    func overrun(at stamp: Stamp) -> Int64 {
        time(.running, now: stamp) - Int64(timeLimit * 1e9)
    }
}

extension Transition where State: TaskState {
    /// Skips the task. If the key press has no reason, first asks for it.
    fileprivate mutating func skip(_ message: Skip) {
        let state = state
        guard let reason = message.reason else {
            return next = { Explaining(session: $0, purpose: .skip, previous: state) }
        }
        end(.skipped, at: message.at, reason: reason)
    }

    /// Records `events` and enters the state in which the clock runs.
    mutating func run(_ events: [SessionEvent], at stamp: Stamp) {
        let task = state.task
        record(events, at: stamp) { Running(session: $0, task: task) }
    }
}

extension Transition {
    /// Stops the clock if it has reached the time limit. The stop is recorded at the time of the
    /// limit, which may be before `stamp`. Returns false if no clock runs in `previous`, or if the
    /// limit is not reached.
    ///
    /// - Parameters:
    ///   - previous: the current state or, if a dialog is open, the state to which the dialog
    ///     returns. A clock runs only in the state `Running`.
    ///   - next: a function that takes the session and its new `AtLimit` state, and returns the
    ///     state to enter. The default returns the `AtLimit` state. A dialog passes a function that
    ///     returns the dialog, with the `AtLimit` state as the dialog's previous state.
    @discardableResult mutating func stopAtLimit(
        _ stamp: Stamp,
        over previous: any SessionState,
        then next: @escaping @Sendable (Session, any SessionState) -> any SessionState = { $1 }
    ) -> Bool {
        guard let running = previous as? Running, let run = state.session.record.currentRun
        else { return false }
        let over = run.overrun(at: stamp)
        guard over >= 0 else { return false }
        stop(.limit, at: stamp.advanced(by: -over)) { session in
            next(session, AtLimit(session: session, task: running.task))
        }
        return true
    }

    /// Stops the clock if it has reached the time limit. Otherwise keeps the notice, such as that a
    /// typed number is not in the codebook, which the facilitator could not read within a second.
    mutating func pass(
        _ tick: Tick,
        over previous: any SessionState,
        then next: @escaping @Sendable (Session, any SessionState) -> any SessionState = { $1 }
    ) {
        if !stopAtLimit(tick.at, over: previous, then: next) { notice = state.session.notice }
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

    /// Ends the current run of the task and goes to the next step of the session. If the task could
    /// not be prepared, and therefore has no run, first records one.
    ///
    /// - Parameter remark: a sentence for the facilitator, added to the notice that the task has
    ///   ended.
    mutating func end(
        _ ending: Ending,
        at stamp: Stamp,
        snapshot: String? = nil,
        reason: String? = nil,
        remark: String? = nil
    ) {
        let (session, run) = (state.session, state.session.record.currentRun)
        if run == nil, let task = session.task {
            events.append(.taskPrepared(session.prepared(task, snapshot: nil)))
        }
        let task = session.study.tasks.first { $0.id == session.task?.id }
        let time = duration(run?.time(.running) ?? 0)
        let notice = task.map {
            let words = ["“\($0.title)”: \(ending.words(after: time))", remark].compactMap { $0 }
            return Session.Notice(
                words: words.joined(separator: " "),
                shared: "Recorded.",
                remark: remark
            )
        }
        let ended = TaskEnded(
            run: run?.number ?? session.nextRun,
            ending: ending,
            snapshot: snapshot,
            reason: reason
        )
        record([.taskEnded(ended)] + session.advance(), at: stamp) { session in
            var next = session
            next.notice = notice
            return next.state
        }
    }
}
