import ResultsStore
import Scenarios
import StudyDefinition

/// Rules from the moment when a task's clock stops until the task ends: unsaved files, the check,
/// and the actions after the check's verdict.
extension SessionRules {
    func stopping() {
        checks()
        verdicts()
        limits()
        collecting()
    }

    private func checks() {
        actions.on(Transition<Inspecting>.self)
            .create(Inspect.self) {
                Inspect(session: $0.state.session, isAsked: $0.state.isAsked)
            }
            .reduce(Inspected.self) { transition, message in
                let (task, isAsked) = (transition.state.task, transition.state.isAsked)
                transition.next = { session in
                    if let reason = message.unsaved {
                        return Unsaved(session: session, task: task, reason: reason)
                    }
                    return Checking(session: session, task: task, unsavedAsked: isAsked)
                }
            }
        from(Inspecting.self)
            .reduce(Entered.self, [.inspect], .atOnce, leads: .to(Unsaved.self, Checking.self))
        waits(in: Inspecting.self)

        // The participant may just have saved the work on their own machine. The files are
        // therefore fetched again before the check.
        from(Unsaved.self)
            .enter(on: Continue.self, leads: .to(Inspecting.self)) { session, state in
                Inspecting(session: session, task: state.task, isAsked: true)
            }
        goesOn(from: Unsaved.self)

        actions.on(Transition<Checking>.self)
            .create(RunCheck.self) {
                RunCheck(
                    session: $0.state.session,
                    task: $0.state.task,
                    unsavedAsked: $0.state.unsavedAsked
                )
            }
            .reduce(Checked.self) { transition, message in
                let state = transition.state
                let (task, run) = (state.task, state.session.record.currentRun)
                var finished = message.finished
                // If the check exceeded the query's time limit, the message lacks these two
                // numbers.
                finished.run = run?.number ?? 0
                finished.attempt = (run?.attempts.count ?? 0) + 1
                transition.next = { [finished] in
                    Judging(session: $0, task: task, finished: finished, at: message.at)
                }
            }
        from(Checking.self).reduce(Entered.self, [.check], .atOnce, leads: .to(Judging.self))

        from(Judging.self)
            .record(Entered.self, leads: .to(.step, Failed.self, Faulty.self)) { transition, _ in
                let state = transition.state
                let (task, finished) = (state.task, state.finished)
                transition.events = [.checkFinished(finished)]
                switch finished.verdict {
                case .passed:
                    transition.end(.checkPassed, at: state.at, snapshot: finished.snapshot)
                case .failed:
                    transition.record([], at: state.at) {
                        Failed(session: $0, task: task, finished: finished)
                    }
                case .fault:
                    transition.record([], at: state.at) {
                        Faulty(session: $0, task: task, finished: finished)
                    }
                }
            }
    }

    private func verdicts() {
        goesOn(from: Failed.self)
        asks(in: Failed.self, on: Accept.self, .failureAccepted)
        asks(in: Failed.self, on: EndTask.self, .failureEnded)

        from(Faulty.self)
            .enter(on: CheckAgain.self, leads: .to(Checking.self)) { session, state in
                let asked = state.finished.unsavedAsked
                return Checking(session: session, task: state.task, unsavedAsked: asked)
            }
        goesOn(from: Faulty.self)
        asks(in: Faulty.self, on: EndTask.self, .checkerFault)

        from(EndingTask.self)
            .record(Agree.self, leads: .to(.step)) {
                $0.end($0.state.ending, at: $1.at, snapshot: $0.state.finished.snapshot)
            }
            .goBack(on: Refuse.self)
            .goBack(on: Leave.self)
    }

    /// Declares that a key asks for confirmation to end a task that has not passed its check.
    private func asks<State: JudgedState>(
        in state: State.Type,
        on message: (some Message).Type,
        _ ending: Ending
    ) {
        from(state).enter(on: message, leads: .to(EndingTask.self)) { session, state in
            EndingTask(
                session: session,
                ending: ending,
                finished: state.finished,
                previous: state
            )
        }
    }

    private func limits() {
        ends(from: GivingUp.self, .gaveUp)
        goesOn(from: GivingUp.self)

        ends(from: AtLimit.self, .timedOut)
        from(AtLimit.self)
            .record(Extend.self, leads: .to(Running.self, Explaining.self)) { transition, message in
                let state = transition.state
                guard let reason = message.reason else {
                    return transition.next = {
                        Explaining(session: $0, purpose: .extend, previous: state)
                    }
                }
                transition.extend(state.task, at: message.at, reason: reason)
            }
    }

    /// Declares that a key continues the task. The task's clock then continues from the value at
    /// which it stopped.
    private func goesOn<State: TaskState>(from state: State.Type) {
        from(state).record(GoOn.self, leads: .to(Running.self)) {
            $0.run([.taskContinued($0.state.run)], at: $1.at)
        }
    }

    /// Declares that the message `EndTask` starts a snapshot of the workspace. The run of the task
    /// ends after the snapshot.
    private func ends<State: TaskState>(from state: State.Type, _ ending: Ending) {
        from(state).reduce(EndTask.self, leads: .to(Collecting.self)) { transition, message in
            let task = transition.state.task
            transition.next = {
                Collecting(session: $0, task: task, ending: ending, at: message.at)
            }
        }
    }

    private func collecting() {
        actions.on(Transition<Collecting>.self)
            .create(TakeSnapshot.self) { _ in TakeSnapshot() }
            .reduce(SnapshotTaken.self) { $0.end($1) }
        from(Collecting.self)
            .reduce(Entered.self, [.snapshot, .record], .atOnce, leads: .to(.step))
        waits(in: Collecting.self)
    }

    /// Declares the rules for waiting for the participant's files.
    private func waits<State: FetchingState>(in state: State.Type) {
        actions.on(Transition<State>.self)
            .create(ForgoFiles.self) { _ in ForgoFiles() }
            .reduce(FilesForgone.self) { _, _ in }
        from(state)
            .reduce(FilesAwaited.self, leads: .nowhere) { transition, message in
                var waiting = transition.state
                waiting.awaited = message.files
                transition.next = { [waiting] in waiting.with($0) }
            }
            .reduce(GoWithoutFiles.self, [.forgo], leads: .nowhere)
    }
}

extension Transition<Collecting> {
    fileprivate mutating func end(_ taken: SnapshotTaken) {
        let (ending, at) = (state.ending, state.at)
        guard let reason = state.closing else {
            return end(ending, at: at, snapshot: taken.hash, remark: taken.remark)
        }
        endSession(
            at: at,
            reason: reason,
            ending: ending,
            snapshot: taken.hash,
            remark: taken.remark
        )
    }
}

extension AtLimit {
    /// Number of seconds that one key press adds to the time limit.
    static let extensionSeconds: Double = 300
}

extension Transition {
    /// Extends the time limit. The task's clock then continues from the value at which it stopped.
    mutating func extend(_ task: StudyTask, at stamp: Stamp, reason: String) {
        let extended = TaskExtended(
            run: state.run.run,
            by: AtLimit.extensionSeconds,
            reason: reason
        )
        record([.taskExtended(extended)], at: stamp) { Running(session: $0, task: task) }
    }
}
