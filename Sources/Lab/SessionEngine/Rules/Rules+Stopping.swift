import ResultsStore
import Scenarios
import StudyDefinition

/// From the frozen clock to the end of the task: "unsaved?", the check, what to do about its answer.
extension SessionRules {
    mutating func stopping() {
        bind(Inspecting.self, Unsaved.self, Checking.self, Judging.self, Failed.self, Faulty.self)
        bind(GivingUp.self, AtLimit.self)
        checks()
        verdicts()
        limits()
    }

    private mutating func checks() {
        declarations.start(from: Inspecting.self)
            .react(to: Entered.self).with(call: Inspect.self, expecting: Inspected.self)
            .process(Transition<Inspecting>.self)
        processor.reduce(Transition<Inspecting>.self, Entered.self) { _, _ in }
        processor.create(Inspect.self, from: Transition<Inspecting>.self) {
            Inspect(session: $0.state.session)
        }
        processor.reduce(Transition<Inspecting>.self, Inspected.self) { transition, message in
            let task = transition.state.task
            transition.next = { session in
                if let reason = message.unsaved {
                    return Unsaved(session: session, task: task, reason: reason)
                }
                return Checking(session: session, task: task, unsavedAsked: false)
            }
        }

        declarations.start(from: Unsaved.self)
            .react(to: Continue.self).skip().process(Transition<Unsaved>.self)
            .react(to: GoOn.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Unsaved>.self)
        processor.reduce(Transition<Unsaved>.self, Continue.self) { transition, _ in
            let task = transition.state.task
            transition.next = { Checking(session: $0, task: task, unsavedAsked: true) }
        }
        processor.reduce(Transition<Unsaved>.self, GoOn.self) { transition, message in
            transition.goOn(transition.state.task, at: message.at)
        }

        declarations.start(from: Checking.self)
            .react(to: Entered.self).with(call: RunCheck.self, expecting: Checked.self)
            .process(Transition<Checking>.self, concurrently: true)
        processor.reduce(Transition<Checking>.self, Entered.self) { _, _ in }
        processor.create(RunCheck.self, from: Transition<Checking>.self) {
            RunCheck(
                session: $0.state.session,
                task: $0.state.task,
                unsavedAsked: $0.state.unsavedAsked
            )
        }
        processor.reduce(Transition<Checking>.self, Checked.self) { transition, message in
            let task = transition.state.task
            transition.next = {
                Judging(session: $0, task: task, finished: message.finished, at: message.at)
            }
        }

        declarations.start(from: Judging.self)
            .react(to: Entered.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Judging>.self)
        processor.reduce(Transition<Judging>.self, Entered.self) { transition, _ in
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

    private mutating func verdicts() {
        declarations.start(from: Failed.self)
            .react(to: GoOn.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Failed>.self)
            .react(to: Accept.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Failed>.self)
            .react(to: EndTask.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Failed>.self)
        processor.reduce(Transition<Failed>.self, GoOn.self) { transition, message in
            transition.goOn(transition.state.task, at: message.at)
        }
        processor.reduce(Transition<Failed>.self, Accept.self) { transition, message in
            transition.end(
                .failureAccepted,
                at: message.at,
                snapshot: transition.state.finished.snapshot
            )
        }
        processor.reduce(Transition<Failed>.self, EndTask.self) { transition, message in
            transition.end(
                .failureEnded,
                at: message.at,
                snapshot: transition.state.finished.snapshot
            )
        }

        declarations.start(from: Faulty.self)
            .react(to: CheckAgain.self).skip().process(Transition<Faulty>.self)
            .react(to: GoOn.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Faulty>.self)
            .react(to: EndTask.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Faulty>.self)
        processor.reduce(Transition<Faulty>.self, CheckAgain.self) { transition, _ in
            let (task, asked) = (transition.state.task, transition.state.finished.unsavedAsked)
            transition.next = { Checking(session: $0, task: task, unsavedAsked: asked) }
        }
        processor.reduce(Transition<Faulty>.self, GoOn.self) { transition, message in
            transition.goOn(transition.state.task, at: message.at)
        }
        processor.reduce(Transition<Faulty>.self, EndTask.self) { transition, message in
            transition.end(
                .checkerFault,
                at: message.at,
                snapshot: transition.state.finished.snapshot
            )
        }
    }

    private mutating func limits() {
        declarations.start(from: GivingUp.self)
            .react(to: EndTask.self).with(call: TakeSnapshot.self, expecting: SnapshotTaken.self)
            .with(call: Record.self, expecting: Recorded.self)
            .process(Transition<GivingUp>.self)
            .react(to: GoOn.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<GivingUp>.self)
        processor.create(TakeSnapshot.self, from: Transition<GivingUp>.self) { _ in TakeSnapshot() }
        processor.reduce(Transition<GivingUp>.self, EndTask.self) { $0.at = $1.at }
        processor.reduce(Transition<GivingUp>.self, SnapshotTaken.self) { transition, message in
            transition.end(.gaveUp, at: transition.at, snapshot: message.hash)
        }
        processor.reduce(Transition<GivingUp>.self, GoOn.self) { transition, message in
            transition.goOn(transition.state.task, at: message.at)
        }

        declarations.start(from: AtLimit.self)
            .react(to: EndTask.self).with(call: TakeSnapshot.self, expecting: SnapshotTaken.self)
            .with(call: Record.self, expecting: Recorded.self)
            .process(Transition<AtLimit>.self)
            .react(to: Extend.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<AtLimit>.self)
        processor.create(TakeSnapshot.self, from: Transition<AtLimit>.self) { _ in TakeSnapshot() }
        processor.reduce(Transition<AtLimit>.self, EndTask.self) { $0.at = $1.at }
        processor.reduce(Transition<AtLimit>.self, SnapshotTaken.self) { transition, message in
            transition.end(.timedOut, at: transition.at, snapshot: message.hash)
        }
        processor.reduce(Transition<AtLimit>.self, Extend.self) { transition, message in
            let task = transition.state.task
            let extended = TaskExtended(run: transition.state.run.run, by: AtLimit.extensionSeconds)
            transition.record([.taskExtended(extended)], at: message.at) {
                Running(session: $0, task: task)
            }
        }
    }
}

extension AtLimit {
    /// What one key adds.
    static let extensionSeconds: Double = 300
}

extension Transition {
    /// The clock runs on.
    mutating func goOn(_ task: StudyTask, at stamp: Stamp) {
        record([.taskContinued(state.run)], at: stamp) { Running(session: $0, task: task) }
    }
}
