import ResultsStore
import Scenarios
import StudyDefinition

/// The scenarios from the stopped clock to the end of the task: unsaved files, the check, and what
/// follows its verdict.
extension SessionRules {
    func stopping() {
        bind(Inspecting.self, Unsaved.self, Checking.self, Judging.self, Failed.self, Faulty.self)
        bind(GivingUp.self, AtLimit.self)
        checks()
        verdicts()
        limits()
    }

    private func checks() {
        scenarios.start(from: Inspecting.self, .inTurn)
            .react(to: Entered.self).with(call: Inspect.self, expecting: Inspected.self)
            .process(Transition<Inspecting>.self, leads: .to(Unsaved.self, Checking.self))
        actions.on(Transition<Inspecting>.self).reduce(Entered.self) { _, _ in }
        actions.on(Transition<Inspecting>.self).create(Inspect.self) {
            Inspect(session: $0.state.session)
        }
        actions.on(Transition<Inspecting>.self).reduce(Inspected.self) { transition, message in
            let task = transition.state.task
            transition.next = { session in
                if let reason = message.unsaved {
                    return Unsaved(session: session, task: task, reason: reason)
                }
                return Checking(session: session, task: task, unsavedAsked: false)
            }
        }

        scenarios.start(from: Unsaved.self, .inTurn)
            .react(to: Continue.self).skip().process(
                Transition<Unsaved>.self,
                leads: .to(Checking.self)
            )
            .react(to: GoOn.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Unsaved>.self, leads: .to(Running.self))
        actions.on(Transition<Unsaved>.self).reduce(Continue.self) { transition, _ in
            let task = transition.state.task
            transition.next = { Checking(session: $0, task: task, unsavedAsked: true) }
        }
        actions.on(Transition<Unsaved>.self).reduce(GoOn.self) { transition, message in
            transition.goOn(transition.state.task, at: message.at)
        }

        scenarios.start(from: Checking.self, .inTurn)
            .react(to: Entered.self).with(call: RunCheck.self, expecting: Checked.self)
            .process(Transition<Checking>.self, .atOnce, leads: .to(Judging.self))
        actions.on(Transition<Checking>.self).reduce(Entered.self) { _, _ in }
        actions.on(Transition<Checking>.self).create(RunCheck.self) {
            RunCheck(
                session: $0.state.session,
                task: $0.state.task,
                unsavedAsked: $0.state.unsavedAsked
            )
        }
        actions.on(Transition<Checking>.self).reduce(Checked.self) { transition, message in
            let task = transition.state.task
            transition.next = {
                Judging(session: $0, task: task, finished: message.finished, at: message.at)
            }
        }

        scenarios.start(from: Judging.self, .inTurn)
            .react(to: Entered.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Judging>.self, leads: .to(.step, Failed.self, Faulty.self))
        actions.on(Transition<Judging>.self).reduce(Entered.self) { transition, _ in
            let (task, finished) = (transition.state.task, transition.state.finished)
            transition.events = [.checkFinished(finished)]
            switch finished.verdict {
            case .passed:
                transition.end(
                    .checkPassed,
                    at: transition.state.at,
                    snapshot: finished.snapshot
                )
            case .failed:
                transition.record([], at: transition.state.at) {
                    Failed(session: $0, task: task, finished: finished)
                }
            case .fault:
                transition.record([], at: transition.state.at) {
                    Faulty(session: $0, task: task, finished: finished)
                }
            }
        }
    }

    private func verdicts() {
        scenarios.start(from: Failed.self, .inTurn)
            .react(to: GoOn.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Failed>.self, leads: .to(Running.self))
            .react(to: Accept.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Failed>.self, leads: .to(.step))
            .react(to: EndTask.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Failed>.self, leads: .to(.step))
        actions.on(Transition<Failed>.self).reduce(GoOn.self) { transition, message in
            transition.goOn(transition.state.task, at: message.at)
        }
        actions.on(Transition<Failed>.self).reduce(Accept.self) { transition, message in
            transition.end(
                .failureAccepted,
                at: message.at,
                snapshot: transition.state.finished.snapshot
            )
        }
        actions.on(Transition<Failed>.self).reduce(EndTask.self) { transition, message in
            transition.end(
                .failureEnded,
                at: message.at,
                snapshot: transition.state.finished.snapshot
            )
        }

        scenarios.start(from: Faulty.self, .inTurn)
            .react(to: CheckAgain.self).skip().process(
                Transition<Faulty>.self,
                leads: .to(Checking.self)
            )
            .react(to: GoOn.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Faulty>.self, leads: .to(Running.self))
            .react(to: EndTask.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Faulty>.self, leads: .to(.step))
        actions.on(Transition<Faulty>.self).reduce(CheckAgain.self) { transition, _ in
            let (task, asked) = (transition.state.task, transition.state.finished.unsavedAsked)
            transition.next = { Checking(session: $0, task: task, unsavedAsked: asked) }
        }
        actions.on(Transition<Faulty>.self).reduce(GoOn.self) { transition, message in
            transition.goOn(transition.state.task, at: message.at)
        }
        actions.on(Transition<Faulty>.self).reduce(EndTask.self) { transition, message in
            transition.end(
                .checkerFault,
                at: message.at,
                snapshot: transition.state.finished.snapshot
            )
        }
    }

    private func limits() {
        scenarios.start(from: GivingUp.self, .inTurn)
            .react(to: EndTask.self).with(call: TakeSnapshot.self, expecting: SnapshotTaken.self)
            .with(call: Record.self, expecting: Recorded.self)
            .process(Transition<GivingUp>.self, leads: .to(.step))
            .react(to: GoOn.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<GivingUp>.self, leads: .to(Running.self))
        actions.on(Transition<GivingUp>.self).create(TakeSnapshot.self) { _ in TakeSnapshot() }
        actions.on(Transition<GivingUp>.self).reduce(EndTask.self) { $0.at = $1.at }
        actions.on(Transition<GivingUp>.self).reduce(SnapshotTaken.self) { transition, message in
            transition.end(.gaveUp, at: transition.at, snapshot: message.hash)
        }
        actions.on(Transition<GivingUp>.self).reduce(GoOn.self) { transition, message in
            transition.goOn(transition.state.task, at: message.at)
        }

        scenarios.start(from: AtLimit.self, .inTurn)
            .react(to: EndTask.self).with(call: TakeSnapshot.self, expecting: SnapshotTaken.self)
            .with(call: Record.self, expecting: Recorded.self)
            .process(Transition<AtLimit>.self, leads: .to(.step))
            .react(to: Extend.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<AtLimit>.self, leads: .to(Running.self, Explaining.self))
        actions.on(Transition<AtLimit>.self).create(TakeSnapshot.self) { _ in TakeSnapshot() }
        actions.on(Transition<AtLimit>.self).reduce(EndTask.self) { $0.at = $1.at }
        actions.on(Transition<AtLimit>.self).reduce(SnapshotTaken.self) { transition, message in
            transition.end(.timedOut, at: transition.at, snapshot: message.hash)
        }
        actions.on(Transition<AtLimit>.self).reduce(Extend.self) { transition, message in
            let state = transition.state
            guard let reason = message.reason else {
                transition.next = { Explaining(session: $0, purpose: .extend, previous: state) }
                return
            }
            transition.extend(state.task, at: message.at, reason: reason)
        }
    }
}

extension AtLimit {
    /// Number of seconds that one key press adds to the time limit.
    static let extensionSeconds: Double = 300
}

extension Transition {
    /// Extends the time limit and lets the clock continue.
    mutating func extend(_ task: StudyTask, at stamp: Stamp, reason: String) {
        let extended = TaskExtended(
            run: state.run.run,
            by: AtLimit.extensionSeconds,
            reason: reason
        )
        record([.taskExtended(extended)], at: stamp) { Running(session: $0, task: task) }
    }

    /// Lets the clock continue.
    mutating func goOn(_ task: StudyTask, at stamp: Stamp) {
        record([.taskContinued(state.run)], at: stamp) { Running(session: $0, task: task) }
    }
}
