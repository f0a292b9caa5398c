import Foundation
import ResultsStore
import Scenarios
import Terminal
import TestSupport
import Testing

@testable import FrontEnd
@testable import SessionEngine
@testable import StudyDefinition

/// What the facilitator writes and sees reaches no screen that the participant looks at.
@Suite struct AudienceTests {
    private let session: Session
    private let task: StudyTask
    private static let secret = "zimtzicke"

    init() throws {
        var study = try StudyReader.read(
            Tool.root.appendingPathComponent("Tests/StudyDefinitionTests/Fixtures/greeting")
        ).study
        study.codebook = [.init(id: "c", title: "\(Self.secret) code", kind: .mistake)]
        let start = SessionStart(
            participant: "P1",
            study: "h",
            conditions: ["shell"],
            source: .live,
            environment: SessionEnvironment()
        )
        let task = try #require(study.tasks.first)
        let plan = SessionPlan(study, conditions: ["shell"])
        let step = try #require(plan.steps.firstIndex { $0.name == "task one" })
        let events: [SessionEvent] = [
            .sessionStarted(start),
            .stepEntered(StepReference(index: step, name: "task one")),
            .taskPrepared(
                TaskPrepared(
                    run: 1,
                    task: "one",
                    condition: "shell",
                    practice: false,
                    timeLimit: 300,
                    snapshot: "s"
                )
            ),
            .taskStarted(RunReference(run: 1)),
            .marked(Marked(mark: 1, kind: .problem, run: 1, code: Self.secret, severity: 4)),
            .markWorded(MarkWorded(mark: 1, text: Self.secret)),
            .marked(Marked(mark: 2, kind: .mistake, run: 1)),
        ]
        let record = SessionRecord(
            events.enumerated().map {
                RecordedEvent(id: Int64($0), number: $0 + 1, stamp: .unknown, event: $1)
            }
        )
        var session = Session(study: study, start: start, record: record)
        session.notice = Session.Notice(words: "\(Self.secret): the check passed")
        (self.session, self.task) = (session, task)
    }

    private var finished: CheckFinished {
        CheckFinished(
            run: 1,
            attempt: 1,
            verdict: .failed,
            step: "plain name",
            reason: "hidden row \(Self.secret)",
            snapshot: nil
        )
    }

    private var states: [any SessionState] {
        let running = Running(session: session, task: task)
        return [
            Preparing(session: session, task: task), Ready(session: session, task: task), running,
            Paused(session: session, task: task), Held(session: session, task: task),
            Wording(session: session, mark: 1, previous: running),
            Coding(session: session, at: .unknown, previous: running),
            Explaining(session: session, purpose: .pause, previous: running),
            Explaining(session: session, purpose: .skip, previous: running),
            GivingUp(session: session, task: task), AtLimit(session: session, task: task),
            Inspecting(session: session, task: task),
            Inspecting(session: session, task: task, awaited: .machine),
            Inspecting(session: session, task: task, awaited: .zip),
            Collecting(session: session, task: task, ending: .gaveUp, at: .unknown),
            Unsaved(session: session, task: task, reason: Self.secret),
            Checking(session: session, task: task, unsavedAsked: false),
            Judging(session: session, task: task, finished: finished, at: .unknown),
            Failed(session: session, task: task, finished: finished),
            Faulty(session: session, task: task, finished: finished),
            EndingTask(
                session: session,
                ending: .failureAccepted,
                finished: finished,
                previous: Failed(session: session, task: task, finished: finished)
            ),
            Leaving(session: session, previous: running),
            EndingForGood(session: session, previous: running),
        ]
    }

    /// All that a terminal or a page in lines would show.
    private func words(_ screen: Screen) -> String {
        let layout = ScreenLayout(screen: screen, columns: 200, rows: 60)
        let lines = layout.frame(now: .unknown).lines.map(\.text)
        return (lines + LinePage(screen: screen).lines(now: .unknown)).joined(separator: "\n")
    }

    private func drawn(_ state: any SessionState, for seat: Seat) -> Screen {
        state.screen.drawn(for: seat, revealedBy: "Tab")
    }

    @Test func noFacilitatorsWordReachesAScreenThatTheParticipantSees() {
        for state in states {
            for seat in [Seat.shared, .participant] {
                let shown = words(drawn(state, for: seat)).lowercased()
                for word in [
                    Self.secret, "mistake", "problem", "catastrophic", "assist", "tool failure",
                    "the participant sees", "hidden row", "undone", "shell script has",
                ] {
                    #expect(!shown.contains(word), "\(type(of: state)), \(seat): \(word)\n\(shown)")
                }
            }
            #expect(words(state.screen).contains("mistake"), "\(type(of: state))")
        }
    }

    /// The participant's own page shows the words, so the facilitator does not have to say them.
    @Test func theFacilitatorReadsWhatTheParticipantSees() {
        var study = session.study
        study.feedback = .reason
        let other = Session(study: study, start: session.start, record: session.record)
        let failed = Failed(session: other, task: task, finished: finished).screen
        let seen = failed.participant.body
        #expect(seen.hasPrefix("The check failed: a plain name is not greeted."))
        #expect(failed.body.contains("The participant sees this reason: a plain name is not"))
        study.feedback = .verdict
        let verdict = Session(study: study, start: session.start, record: session.record)
        let body = Failed(session: verdict, task: task, finished: finished).screen.body
        #expect(body.contains("The participant sees only that the check failed."))
    }

    /// A participant with a screen of their own cannot answer: only the facilitator has the keys.
    @Test func aQuestionIsShownOnlyWhereItCanBeAnswered() {
        let state = GivingUp(session: session, task: task)
        #expect(words(drawn(state, for: .shared)).contains("Give up this task?"))
        let own = words(drawn(state, for: .participant))
        #expect(own.contains("The facilitator will tell you how to continue."))
        #expect(!own.lowercased().contains("give up"))
    }

    /// "Ready to start" has no marks, and no key that the participant must not see.
    @Test func aPageThatBothSeeWholeIsNotOpened() {
        var new = session
        new.notice = nil
        for (screen, isReduced) in [
            (Confirming(session: new, results: "r.sqlite", resumption: nil).screen, false),
            (Running(session: session, task: task).screen, true),
        ] {
            var view = TerminalView(home: .shared)
            view.show(screen, at: .unknown)
            #expect(screen.isReducedWhenShared == isReduced, "\(screen.title)")
            #expect(view.offersFacilitatorPage == isReduced, "\(screen.title)")
        }
    }

    /// A study that shows the clock shows the time limit before the clock starts.
    @Test(arguments: [false, true]) func theTimeLimitIsShownWithTheClock(isShown: Bool) {
        var study = session.study
        study.room = RoomSettings(showsClock: isShown)
        let other = Session(study: study, start: session.start, record: session.record)
        let clock = Ready(session: other, task: task).screen.participant.clock
        #expect(clock?.limit == (isShown ? task.timeLimit : nil))
        #expect(clock?.since == nil)
    }

    @Test func everyPageThatTakesNotesHasARuleForThem() {
        let pairs = Set(SessionRules().scenarios.scenarios.map { "\($0.state) \($0.message)" })
        for state in states {
            #expect(state.screen.takesNotes, "\(type(of: state))")
            #expect(pairs.contains("\(type(of: state)) MarkPressed"), "\(type(of: state))")
        }
    }

    /// The instruction is for while the clock runs.
    @Test func theInstructionIsShownWhileTheClockRunsOnly() {
        for state in states {
            for seat in [Seat.shared, .participant] {
                let isShown = words(drawn(state, for: seat)).contains("prints nothing yet")
                let isRunning = state.screen.clock?.since != nil
                let runs = state is Running || state is Wording || state is Coding
                if runs { #expect(isRunning && isShown, "\(type(of: state)), \(seat)") }
                if !runs, !(state is Explaining) {
                    #expect(!isShown, "\(type(of: state)), \(seat)")
                }
            }
        }
        #expect(!words(Ready(session: session, task: task).screen).contains("prints nothing yet"))
    }

    @Test func theOpenPageOfATerminalThatBothSeeHidesTheTaskWhileTheClockStands() {
        func shown(_ state: any SessionState) -> String { words(drawn(state, for: .opened)) }
        #expect(shown(Running(session: session, task: task)).contains("prints nothing yet"))
        var stopped = session
        stopped.record.apply(.taskPaused(RunReference(run: 1)), at: .unknown)
        let paused = Paused(session: stopped, task: task)
        let states: [any SessionState] = [
            paused, Held(session: stopped, task: task),
            Wording(session: stopped, mark: 1, previous: paused),
            Checking(session: stopped, task: task, unsavedAsked: false),
            Inspecting(session: stopped, task: task),
            Collecting(session: stopped, task: task, ending: .gaveUp, at: .unknown),
        ]
        for state in states {
            #expect(!shown(state).contains("prints nothing yet"), "\(type(of: state))")
            #expect(shown(state).contains("mistake"), "\(type(of: state))")
        }
        #expect(shown(paused).contains("The task is shown again when the clock runs."))
        // On a screen of their own, the facilitator sees both.
        #expect(words(paused.screen).contains("prints nothing yet"))
    }

    @Test func whatTheFacilitatorTypesIsHiddenWhereBothLook() throws {
        let running = Running(session: session, task: task)
        let state = Wording(session: session, mark: 1, previous: running)
        var layout = ScreenLayout(screen: drawn(state, for: .shared), columns: 80, rows: 24)
        layout.editor = LineEditor(Self.secret)
        let text = layout.frame(now: .unknown).lines.map(\.text).joined(separator: "\n")
        #expect(!text.contains(Self.secret))
        #expect(text.contains("facilitator> •••••••••"))
    }

    /// A code can be told only if it is seen.
    @Test func everyPageOfAParticipantNamesTheirCode() {
        for state in states {
            #expect(drawn(state, for: .participant).left.contains("P1"), "\(type(of: state))")
        }
    }
}
