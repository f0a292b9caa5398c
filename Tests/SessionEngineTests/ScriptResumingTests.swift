import Diagnostics
import ResultsStore
import Testing

@testable import SessionEngine

/// Where a script goes on in a task that a session was killed in.
@Suite struct ScriptResumingTests {
    private func step(_ verb: Script.Verb) -> Script.Step {
        Script.Step(verb: verb, at: nil, place: .init(file: "s"))
    }

    private let run = RunReference(run: 1)
    private func stopped(_ reason: TaskStopped.Reason) -> SessionEvent {
        .taskStopped(TaskStopped(run: 1, reason: reason))
    }
    private func checked(_ verdict: Verdict) -> SessionEvent {
        .checkFinished(CheckFinished(run: 1, attempt: 1, verdict: verdict, snapshot: nil))
    }

    /// What is applied between a failed check and "continue" is applied again.
    @Test func noFolderIsLost() {
        let steps = [
            .done(.failed), .apply("solution"), .goOn, .done(.passed),
        ].map(step)
        let events = [.taskStarted(run), stopped(.done), checked(.failed)]
        let rest = Script.rest(of: steps, after: events)
        #expect(rest.steps.map(\.verb) == [.apply("solution"), .goOn, .done(.passed)])
        #expect(rest.verdict == .failed)
        let later = Script.rest(of: steps, after: events + [.taskContinued(run)])
        #expect(later.steps.map(\.verb) == [.done(.passed)])
    }

    /// Killed after the second task was prepared, before its clock started.
    @Test func aPreparedRunHasNoEventsOfTheRunBefore() {
        let before: [SessionEvent] = [.taskStarted(run), stopped(.done), checked(.passed)]
        #expect(Script.events(of: 2, in: before).isEmpty)
        let begun = SessionEvent.taskStarted(RunReference(run: 2))
        #expect(Script.events(of: 2, in: before + [begun]) == [begun])
    }

    /// Killed in a pause in which there is more to do.
    @Test func theEndOfAPauseIsNotPlayedTwice() {
        let steps = [
            .pause, .apply("solution"), .mark(.assist, text: "look"), .resume, .pause, .resume,
            .done(.passed),
        ].map(step)
        let mark = SessionEvent.marked(Marked(mark: 1, kind: .assist, run: 1))
        let events: [SessionEvent] = [.taskStarted(run), .taskPaused(run), mark]
        func rest(_ count: Int) -> [Script.Verb] {
            Script.withoutPause(Script.rest(of: steps, after: Array(events.prefix(count))).steps)
                .map(\.verb)
        }
        let later: [Script.Verb] = [.pause, .resume, .done(.passed)]
        #expect(rest(1) == steps.map(\.verb))
        #expect(rest(2) == [.apply("solution"), .mark(.assist, text: "look")] + later)
        #expect(rest(3) == [.word("look")] + later)
        // Killed again, during the check.
        let short = [.pause, .mark(.assist, text: ""), .resume, .done(.failed)].map(step)
        let resumed = Resumption(lastAlive: .unknown, gap: 1, spansReboot: false)
        let again: [SessionEvent] = [
            .taskStarted(run), .taskPaused(run), .sessionResumed(resumed), .taskResumed(run), mark,
            stopped(.done),
        ]
        let last = Script.rest(of: short, after: again)
        #expect(last.steps.isEmpty)
        #expect(last.verdict == .failed)
    }

    @Test func whatIsRecordedIsNotPlayedAgain() {
        let steps = [
            .mark(.mistake, text: "lost"), .undo, .pause, .resume, .giveUp, .goOn, .leave, .wait,
            .done(.fault), .checkAgain, .goOn, .done(.passed),
        ].map(step)
        let mark = Marked(mark: 1, kind: .mistake, run: 1)
        let resumed = Resumption(lastAlive: .unknown, gap: 1, spansReboot: false)
        let events: [SessionEvent] = [
            .taskStarted(run), .marked(mark), .markWorded(MarkWorded(mark: 1, text: "lost")),
            .sessionResumed(resumed), .taskResumed(run), .markUndone(MarkReference(mark: 1)),
            .taskPaused(run), .taskResumed(run), stopped(.gaveUp), .taskContinued(run),
            .sessionInterrupted(Interruption(reason: "")), .sessionResumed(resumed),
            .taskResumed(run), stopped(.done), checked(.fault), checked(.fault),
            .taskContinued(run),
        ]
        #expect(Script.rest(of: steps, after: Array(events.prefix(1))).steps.count == 12)
        // Killed between a mark and its words.
        #expect(
            Script.rest(of: steps, after: Array(events.prefix(2))).steps.map(\.verb).prefix(2)
                == [.word("lost"), .undo]
        )
        #expect(Script.rest(of: steps, after: Array(events.prefix(5))).steps.count == 11)
        #expect(Script.rest(of: steps, after: Array(events.prefix(11))).steps.count == 5)
        #expect(Script.rest(of: steps, after: Array(events.prefix(16))).steps.count == 3)
        #expect(Script.rest(of: steps, after: events).steps.map(\.verb) == [.done(.passed)])
    }
}
