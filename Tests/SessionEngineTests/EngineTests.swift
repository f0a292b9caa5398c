import Diagnostics
import Foundation
import ResultsStore
import Scenarios
import Synchronization
import Testing

@testable import SessionEngine
@testable import StudyDefinition

/// The engine with a clock that a test moves, without a terminal.
@Suite struct EngineTests {
    /// Fails to write the next events or refusal, as often as the test says. While the participant's
    /// machine is away, an inspection waits until the facilitator goes on without it, and a snapshot
    /// lacks its files.
    private final class Refusing: ActionService {
        let inner: SimulatedService
        let isMachineAway = Mutex(false)
        /// Whether a session cannot begin.
        let refusesToBegin = Mutex(false)
        /// Whether a snapshot waits as well.
        let holdsSnapshots = Mutex(false)
        /// Whether a check does not end within the time limit of its query.
        let checksTimeOut = Mutex(false)
        /// Whether no workspace can be prepared.
        let refusesToPrepare = Mutex(false)
        /// The number of next inspections that find unsaved work.
        let suspects = Mutex(0)
        private let state = Mutex((refusals: 0, instructed: [String](), inspected: 0))

        init(_ inner: SimulatedService) { self.inner = inner }

        /// Tasks whose TASK.md was written.
        var instructed: [String] { state.withLock { $0.instructed } }

        /// The number of inspections.
        var inspected: Int { state.withLock { $0.inspected } }

        func refuse() { state.withLock { $0.refusals += 1 } }

        func execute(query: any Query) async throws -> any Message {
            let isFirst = (query as? Record)?.events.isEmpty == true
            if isFirst, refusesToBegin.withLock({ $0 }) {
                return NotRecorded(error: DiagnosticError("study-changed", "it changed"))
            }
            let isWrite = (query as? Record).map { !$0.events.isEmpty } ?? (query is Decline)
            if isWrite,
                state.withLock({ state in
                    guard state.refusals > 0 else { return false }
                    state.refusals -= 1
                    return true
                })
            {
                return NotRecorded(error: DiagnosticError("busy", "the file is locked"))
            }
            if query is Prepare, refusesToPrepare.withLock({ $0 }) {
                return NotPrepared(error: DiagnosticError("no-build", "it cannot be started"))
            }
            if let task = (query as? Instruct)?.task {
                state.withLock { $0.instructed.append(task.id) }
            }
            let isAway = { [self] in isMachineAway.withLock { $0 } }
            if query is Inspect || query is TakeSnapshot && holdsSnapshots.withLock({ $0 }) {
                while isAway() { try await Task.sleep(for: .milliseconds(5)) }
            }
            if query is RunCheck, checksTimeOut.withLock({ $0 }) {
                let fault = CheckFinished(run: 0, attempt: 0, verdict: .fault, snapshot: nil)
                return Checked(finished: fault, at: .unknown)
            }
            if query is ForgoFiles { isMachineAway.withLock { $0 = false } }
            if query is Inspect {
                state.withLock { $0.inspected += 1 }
                let isSuspect = suspects.withLock { count in
                    count -= 1
                    return count >= 0
                }
                if isSuspect { return Inspected(unsaved: "An editor still has it open.") }
            }
            let answer = try await inner.execute(query: query)
            guard let taken = answer as? SnapshotTaken, isAway() else { return answer }
            return SnapshotTaken(hash: taken.hash, unsent: "No files came.")
        }
    }

    /// The faults of an engine, such as a change to a state that the scenario does not declare.
    private final class Faults: Sendable {
        let all = Mutex<[String]>([])
    }

    /// A session in which a person presses what the test says.
    private final class Played {
        let clock = SimulatedClock()
        let faults = Faults()
        let service: SimulatedService
        let disk: Refusing
        private let inputs = MessageSource()
        private let engine: Task<Void, Never>
        private var screens: AsyncStream<Screen>.Iterator
        private(set) var screen: Screen

        /// - Parameters:
        ///   - afterTask: a questionnaire that is asked after each task.
        ///   - required: the id of a question that needs an answer.
        ///   - asksLittle: whether no question needs an answer.
        ///   - interrupted: the time when an unfinished session was last alive, if it is one.
        init(
            codebook: [Study.Code]? = nil,
            afterTask: String? = nil,
            requires required: String? = nil,
            asksLittle: Bool = false,
            interrupted: Stamp? = nil
        ) async throws {
            var study = try Study.greeting
            for place in study.questionnaires[0].items.indices {
                if study.questionnaires[0].items[place].id == required {
                    study.questionnaires[0].items[place].required = true
                }
                if asksLittle { study.questionnaires[0].items[place].required = false }
            }
            (study.codebook, study.afterTask) = (codebook, afterTask)
            let now = clock.now
            service = SimulatedService(clock: clock, snapshot: "s")
            disk = Refusing(service)
            let start = SessionStart(
                participant: "P1",
                study: "h",
                conditions: ["shell"],
                source: .simulated,
                environment: SessionEnvironment()
            )
            let core = SessionRules().core(
                from: Confirming(
                    session: Session(study: study, start: start),
                    results: "",
                    resumption: interrupted.map { Resumption(lastAlive: $0, now: now) }
                ),
                inputs: inputs,
                service: disk,
                onNotice: { [faults] notice in
                    guard case .fault(let fault) = notice else { return }
                    faults.all.withLock { $0.append("\(fault)") }
                }
            )
            engine = Task { await core.run() }
            screens = core.effects.makeAsyncIterator()
            screen = try #require(await screens.next())
        }

        deinit { engine.cancel() }

        /// Sends what `key` of the present screen means, and waits for the next one.
        func press(_ key: Character?) async throws {
            let trigger = key.map { Screen.Key.Trigger.character($0) } ?? .enter
            let found = try #require(
                screen.keys.first { $0.trigger == trigger },
                "\(screen.moment)"
            )
            try await send(found.message(clock.now))
        }

        func send(_ message: any Message) async throws {
            inputs.send(message)
            repeat { screen = try #require(await screens.next()) } while screen.moment == .busy
        }

        /// Presses "done" while the participant's machine is away, up to the page that says so.
        func waitForMachine() async throws {
            disk.isMachineAway.withLock { $0 = true }
            try await awaitFiles(after: Done(at: clock.now))
        }

        /// Sends a message that begins a wait for files, up to the page that says so.
        func awaitFiles(
            after message: any Pressed,
            _ files: AwaitedFiles = .machine
        ) async throws {
            inputs.send(message)
            inputs.send(FilesAwaited(files: files))
            repeat { screen = try #require(await screens.next()) } while screen.keys.isEmpty
        }

        /// Sends a note as a front end does that has read its text.
        func note(_ text: String) async throws {
            try await send(MarkPressed(kind: .note, words: text, at: clock.now))
        }

        func type(_ text: String, confirms: Bool = false) async throws {
            try await send(Typed(text: text, numbered: true, confirms: confirms, at: clock.now))
        }

        /// Consent, questions and tutorial, up to the running first task.
        func open() async throws {
            try await ready()
            try await press(nil)
            #expect(screen.moment == .running)
        }

        func ready() async throws {
            try await press(nil)
            for _ in 1...3 { try await press("y") }
            for answer in ["2", "4", "5", "words"] {
                try await type(answer)
                try await press(nil)
            }
            try await press(nil)
        }

        var events: [SessionEvent] { service.pages.flatMap(\.events) }

        /// What is recorded, folded.
        var record: SessionRecord {
            var number = 0
            return SessionRecord(
                service.pages.flatMap { page in
                    page.events.map { event in
                        number += 1
                        return RecordedEvent(
                            id: Int64(number),
                            number: number,
                            stamp: page.stamp,
                            event: event
                        )
                    }
                }
            )
        }
    }

    @Test func aRefusalThatWasNotCountedIsAskedForAgain() async throws {
        let played = try await Played()
        try await played.press(nil)
        try await played.press("n")
        #expect(played.screen.moment == .decline)
        played.disk.refuse()
        try await played.press(nil)
        #expect(played.screen.moment == .trouble)
        #expect(played.screen.trouble?.diagnostics.first?.id == "busy")
        try await played.press(nil)
        #expect(played.screen.moment == .over)
        #expect(played.screen.over?.isFinal == true)
    }

    @Test func aSessionThatCannotBeginSaysSoBeforeTheParticipantReadsAnything() async throws {
        let played = try await Played()
        played.disk.refusesToBegin.withLock { $0 = true }
        try await played.press(nil)
        #expect(played.screen.moment == .trouble)
        #expect(played.screen.body.contains("it changed"))
        #expect(played.screen.leaving == "leave; nothing is recorded")
        played.disk.refusesToBegin.withLock { $0 = false }
        try await played.press(nil)
        #expect(played.screen.moment == .consent)
    }

    /// Otherwise, the session could not go on.
    @Test func aTaskThatCannotBePreparedCanBeSkipped() async throws {
        let played = try await Played()
        played.disk.refusesToPrepare.withLock { $0 = true }
        try await played.ready()
        #expect(played.screen.title == "The task cannot start yet")
        try await played.press("k")
        #expect(played.screen.moment == .explaining)
        try await played.send(Leave(at: played.clock.now))
        #expect(played.screen.moment == .trouble)
        try await played.press("k")
        played.disk.refusesToPrepare.withLock { $0 = false }
        try await played.type("the compiler is missing")
        #expect(played.screen.title == "Greet everyone in a file")
        #expect(played.screen.notice == "“Greet one person”: skipped.")
        let run = try #require(played.record.runs.first)
        #expect(run.task == "one" && run.outcome == .skipped)
        #expect(!run.hasStarted && run.startSnapshot == nil)
        #expect(played.record.reasons.map(\.text) == ["the compiler is missing"])
        try await played.press(nil)
        #expect(played.record.currentRun?.number == 2)
    }

    /// Nobody can judge a task that they never saw.
    @Test func aTaskWhoseClockNeverRanIsNotAskedAbout() async throws {
        let played = try await Played(afterTask: "about-you")
        try await played.ready()
        try await played.press("k")
        try await played.type("no time left")
        #expect(played.screen.title == "Greet everyone in a file")
        #expect(!played.screen.keys.contains { $0.trigger == "b" })
        try await played.press(nil)
        try await played.press("g")
        try await played.press("y")
        #expect(played.screen.title == "About you")
        #expect(played.record.runs.map(\.outcome) == [.skipped, .gaveUp])
        #expect(played.record.answers.keys.allSatisfy { $0.task.isEmpty })
    }

    /// The answer from the beginning of the session is "no".
    @Test func aQuestionAfterATaskDependsOnTheAnswerAfterThatTask() async throws {
        let played = try await Played(afterTask: "about-you")
        try await played.open()
        try await played.press("d")
        try await played.type("1")
        try await played.press(nil)
        #expect(played.screen.body.contains("Which shells do you use?"))
        try await played.type("1")
        try await played.press(nil)
        let shells = played.record.answers.first { $0.key.item == "shells" }
        #expect(shells?.key.task == "one")
        #expect(shells?.value.contradicts == false)
    }

    /// The facilitator's own screen states the outcome at the question after the task. A screen that
    /// the participant sees stays neutral.
    @Test func onlyTheFacilitatorReadsHowTheTaskEnded() async throws {
        let played = try await Played(afterTask: "about-you")
        try await played.open()
        played.clock.advance(by: 132 * Self.second)
        try await played.press("d")
        let screen = played.screen
        #expect(screen.title == "About you")
        let own = screen.drawn(for: .facilitator, revealedBy: "Tab").notice
        #expect(own?.hasPrefix("“Greet one person”: passed after 2:12.\n") == true)
        for seat in [Seat.shared, .participant] {
            #expect(screen.drawn(for: seat, revealedBy: "Tab").notice == "Recorded.")
        }
    }

    @Test func theTimeIsStatedWhereItSaysSomething() {
        #expect(Ending.timedOut.words(after: "10:00") == "ended at the time limit (10:00).")
        #expect(Ending.gaveUp.words(after: "0:10") == "given up.")
    }

    @Test func anInterruptedSessionIsABreak() async throws {
        let played = try await Played()
        try await played.open()
        try await played.send(Leave(at: played.clock.now))
        try await played.press("y")
        #expect(played.screen.over?.isFinal == false)
        #expect(played.screen.participant.title == "A break")
    }

    /// An answer that was typed or chosen is gone when the session goes on later.
    @Test func whoLeavesAtAQuestionReadsWhetherTheAnswerIsRecorded() async throws {
        let played = try await Played()
        func expectLeaving(_ words: String) async throws {
            try await played.send(Leave(at: played.clock.now))
            #expect(played.screen.moment == .leaving)
            #expect(played.screen.body.hasPrefix(words), "\(played.screen.body)")
            try await played.press("n")
        }
        let open = "The answer on this page is not recorded yet; everything else is."
        try await played.press(nil)
        for _ in 1...3 { try await played.press("y") }
        try await expectLeaving(open)
        try await played.type("2")
        try await expectLeaving(open)
        try await played.press(nil)
        try await played.press("b")
        try await expectLeaving("Everything is recorded.")
        try await played.type("1")
        try await expectLeaving(open)
        try await played.type("2")
        for answer in ["4", "5", "words"] {
            try await played.press(nil)
            try await played.type(answer)
        }
        try await played.press(nil)
        #expect(played.screen.moment == .reading)
        try await expectLeaving("Everything is recorded.")
    }

    /// Returns a session of the study `greeting`, for a screen that needs no engine.
    private func session(
        plan: PlannedSession? = nil,
        record: SessionRecord = SessionRecord(),
        source: SessionStart.Source = .live
    ) throws -> Session {
        let start = SessionStart(
            participant: "P1",
            study: "h",
            conditions: ["shell"],
            source: source,
            environment: SessionEnvironment(),
            plan: plan
        )
        return Session(study: try Study.greeting, start: start, record: record)
    }

    @Test(arguments: [
        (1, "Session 1 of 2 of P1 is complete. Run the same command again for session 2."),
        (2, "The session of P1 is complete."),
    ])
    func theLastScreenNamesThePlannedSessionThatIsLeft(number: Int, words: String) throws {
        let plan = PlannedSession(
            table: "williams",
            seed: 1,
            sequence: 1,
            period: number,
            sessions: 2
        )
        let over = Over(session: try session(plan: plan), how: .finished)
        #expect(over.screen.body == words)
    }

    /// After the last task, no other screen says that files are missing.
    @Test func theLastScreenSaysThatNoFilesCame() throws {
        var session = try session()
        session.notice = Session.Notice(words: "Given up. No files came.", remark: "No files came.")
        let over = Over(session: session, how: .finished)
        #expect(over.screen.body == "The session of P1 is complete. No files came.")
    }

    /// A script that is played again without `--resume` is refused.
    @Test(arguments: [
        (SessionStart.Source.live, "Run the same command again"),
        (.script, "Add --resume to the same command"),
    ])
    func theLastScreenNamesTheCommandThatContinues(
        source: SessionStart.Source,
        words: String
    ) throws {
        let over = Over(session: try session(source: source), how: .interrupted)
        #expect(over.screen.body == "You left. \(words) to continue P1's session.")
    }

    /// The facilitator leaves at "Go on with P1?".
    @Test func whoLeavesBeforeASessionGoesOnReadsThatItIsKept() throws {
        var record = SessionRecord()
        record.start = try session().start
        let kept = Over(session: try session(record: record), how: .notBegun).screen
        #expect(kept.body.hasPrefix("You left. Everything recorded so far is kept."))
        #expect(kept.over?.status == .tryAgain)
        let new = Over(session: try session(), how: .notBegun).screen
        #expect(new.body == "You left. Nothing was recorded.")
        // The list of keys says the same.
        for (session, words) in [
            (try session(record: record), "leave"), (try session(), "leave; nothing is recorded"),
        ] {
            let first = Confirming(session: session, results: "", resumption: nil)
            #expect(first.screen.leaving == words)
        }
    }

    /// The study asks for the consent after other phases.
    @Test func whoDeclinesAfterTheBeginningIsToBeErased() throws {
        var record = SessionRecord()
        record.start = try session().start
        let late = Over(session: try session(record: record), how: .declined).screen
        #expect(late.body.hasSuffix("erase P1 with evalrun erase."))
        let first = Over(session: try session(), how: .declined).screen
        #expect(first.body.contains("only the number of people who declined was recorded"))
    }

    @Test(arguments: [("unusual name", true), ("plain name", false)])
    func aTimeoutThatIsNoFailureSaysWhoDecidedThat(step: String, isNamed: Bool) throws {
        let session = try session()
        let finished = CheckFinished(
            run: 1,
            attempt: 1,
            verdict: .fault,
            step: step,
            reason: "no answer within 10 s",
            snapshot: nil
        )
        let faulty = Faulty(session: session, task: session.study.tasks[0], finished: finished)
        let words = "the step “\(step)” has no “on_timeout: failure”."
        #expect(faulty.screen.body.contains(words) == isNamed)
    }

    /// Words about a participant who refused to be quoted are in no report.
    @Test(arguments: [true, false])
    func whoGivesAReasonIsToldWhetherItIsPrinted(mayBeQuoted: Bool) throws {
        var record = SessionRecord()
        let consent = ConsentGiven(text: "t", options: ["quote": mayBeQuoted])
        record.apply(.consentGiven(consent), at: .unknown)
        let session = try session(record: record)
        for purpose in [Explaining.Purpose.skip, .endSession] {
            let ready = Ready(session: session, task: session.study.tasks[0])
            let body = Explaining(session: session, purpose: purpose, previous: ready).screen.body
            #expect(body.contains("The report prints the reason.") == mayBeQuoted)
            #expect(body.contains("but not printed") != mayBeQuoted)
        }
    }

    /// Whoever declines to give up goes on.
    @Test func aStopToConfirmGivingUpIsNotCalledGivenUp() {
        let event = SessionEvent.taskStopped(TaskStopped(run: 1, reason: .gaveUp))
        #expect(event.summary == "clock stopped (to confirm giving up)")
    }

    /// A session without steps has no place at which it was interrupted.
    @Test(arguments: [true, false]) func theFirstScreenNamesThePlaceIfThereIsOne(
        hasSteps: Bool
    ) throws {
        var study = try Study.greeting
        if !hasSteps { study.phases = [] }
        let start = SessionStart(
            participant: "P1",
            study: "h",
            conditions: [],
            source: .live,
            environment: SessionEnvironment()
        )
        let state = Confirming(
            session: Session(study: study, start: start),
            results: "",
            resumption: Resumption(lastAlive: .unknown, gap: 90, spansReboot: false)
        )
        let place = hasSteps ? "at consent; " : ""
        #expect(state.screen.body.contains("Unfinished   \(place)interrupted for 1:30"))
        #expect(state.screen.participant.title == "One moment")
        #expect(state.screen.participant.body == "The facilitator will continue in a moment.")
    }

    /// The length of the interruption grows while the facilitator looks at the screen.
    @Test(
        arguments: [
            (26, false, "interrupted at 14:03"),
            (90_000, false, "interrupted on 2025-03-14 at 14:03"),
            (26, true, "interrupted at 14:03; the machine has restarted since then"),
        ] as [(Double, Bool, String)]
    )
    func theFirstScreenStatesWhenTheSessionStopped(
        gap: Double,
        spansReboot: Bool,
        words: String
    ) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .current
        let parts = DateComponents(year: 2025, month: 3, day: 14, hour: 14, minute: 3, second: 20)
        let stop = try #require(calendar.date(from: parts))
        let alive = Stamp(
            monotonic: 1,
            wall: Int64(stop.timeIntervalSince1970) * 1_000_000,
            boot: "b"
        )
        let state = Confirming(
            session: try session(),
            results: "",
            resumption: Resumption(lastAlive: alive, gap: gap, spansReboot: spansReboot)
        )
        let facts = state.screen.body.split(separator: "\n")
        #expect(facts.last == "Unfinished   at consent; \(words)")
    }

    /// The participant presses "I am stuck" while the facilitator types.
    @Test(arguments: [Screen.Moment.wording, .coding])
    func aMarkWithWordsIsRecordedWhileTheFacilitatorTypes(moment: Screen.Moment) async throws {
        let code = Study.Code(id: "c", title: "Code", kind: .assist)
        let played = try await Played(codebook: [code])
        try await played.open()
        try await played.press(moment == .wording ? "n" : "l")
        #expect(played.screen.moment == moment)
        let before = played.record.marks.count
        played.clock.advance(by: Self.second)
        try await played.send(MarkPressed(kind: .question, words: "stuck", at: played.clock.now))
        #expect(played.screen.moment == moment)
        #expect(played.record.marks.count == before + 1)
        #expect(played.record.marks.last?.text == "stuck")
        try await played.type(moment == .wording ? "a note" : "1")
        #expect(played.screen.moment == .running)
        #expect(played.record.marks.count == 2)
        if moment == .wording { #expect(played.record.marks.first?.text == "a note") }
    }

    /// The session answers late, after the participant has pressed "done".
    @Test func theTextOfAMarkIsNotRecordedBeforeEarlierEvents() async throws {
        let played = try await Played()
        try await played.open()
        try await played.press("n")
        let typed = played.clock.now
        played.clock.advance(by: Self.second)
        let done = played.clock.now
        try await played.send(Done(at: done))
        #expect(played.screen.moment == .wording)
        try await played.send(Typed(text: "a note", numbered: false, at: typed))
        #expect(played.record.marks.first?.text == "a note")
        let page = played.service.pages.last { page in
            page.events.contains { if case .markWorded = $0 { true } else { false } }
        }
        #expect(page?.stamp == done)
    }

    /// One key press does not end a task for good, and the participant is not shown the keys.
    @Test(arguments: [("x", Outcome.partial), ("e", .claimedDone)] as [(Character, Outcome)])
    func theEndOfATaskAfterAFailedCheckIsAskedFor(key: Character, outcome: Outcome) async throws {
        let played = try await Played()
        try await played.open()
        played.service.set(.failed)
        try await played.press("d")
        #expect(played.screen.moment == .failed)
        #expect(played.screen.participant.keys.map(\.trigger) == [.character("c")])
        try await played.press(key)
        #expect(played.screen.moment == .ending)
        #expect(played.record.runs.first?.outcome == nil)
        try await played.press("n")
        #expect(played.screen.moment == .failed)
        try await played.press(key)
        try await played.press("y")
        #expect(played.record.runs.first?.outcome == outcome)
    }

    /// Before the check, the facilitator may be asked whether everything is saved.
    @Test func nobodyIsToldOfACheckBeforeItBegins() throws {
        let session = try session()
        let task = session.study.tasks[0]
        let inspecting = Inspecting(session: session, task: task)
        #expect(inspecting.screen.participant.body == "Your files are being read.")
        let checking = Checking(session: session, task: task, unsavedAsked: true)
        #expect(checking.screen.participant.body == "Your work is being checked.")
    }

    @Test func aMarkCanBeSetAfterACheckerError() async throws {
        let played = try await Played()
        try await played.open()
        played.service.set(.fault)
        try await played.press("d")
        #expect(played.screen.moment == .faulty)
        try await played.press("f")
        #expect(played.screen.moment == .faulty)
        #expect(played.record.marks.map(\.kind) == [.toolFailure])
    }

    /// The service knows the error, and not the run.
    @Test func aCheckThatDoesNotEndIsAnAttempt() async throws {
        let played = try await Played()
        try await played.open()
        played.disk.checksTimeOut.withLock { $0 = true }
        try await played.press("d")
        #expect(played.screen.moment == .faulty)
        let attempts = try #require(played.record.currentRun?.attempts)
        #expect(attempts.map(\.run) == [1])
        #expect(attempts.map(\.attempt) == [1])
    }

    /// A second check of the same work would count as another attempt.
    @Test(arguments: [Verdict.failed, .fault])
    func aCheckThatEndedIsNotRepeatedWhenTheSessionGoesOn(verdict: Verdict) async throws {
        let played = try await Played()
        try await played.open()
        played.service.set(verdict)
        try await played.press("d")
        try await played.send(Leave(at: played.clock.now))
        try await played.press("y")
        #expect(played.screen.moment == .over)
        var record = played.record
        let now = played.clock.now
        record.apply(.sessionResumed(Resumption(lastAlive: now, now: now)), at: now)
        let state = try session(record: record).state
        #expect(verdict == .failed ? state is Failed : state is Faulty)
        #expect(state.screen.moment == (verdict == .failed ? .failed : .faulty))
        // The clock runs on and stops again.
        record.apply(.taskContinued(RunReference(run: 1)), at: now)
        record.apply(.taskStopped(TaskStopped(run: 1, reason: .done)), at: now)
        #expect(try session(record: record).state is Inspecting)
    }

    /// People talk when the time is up, too.
    @Test func aMarkCanBeSetAtTheLimitAndKeepsItsTask() async throws {
        let played = try await Played()
        try await played.open()
        played.clock.advance(by: 301 * Self.second)
        try await played.send(Tick(at: played.clock.now))
        #expect(played.screen.moment == .limit)
        try await played.press("a")
        try await played.press("n")
        #expect(played.screen.moment == .wording)
        try await played.type("wants to go on")
        #expect(played.screen.moment == .limit)
        #expect(played.record.marks.map(\.kind) == [.assist, .note])
        #expect(played.record.marks.allSatisfy { $0.run == 1 && $0.elapsed == 300 * Self.second })
    }

    /// Between two ticks, or while the codebook is open.
    @Test(arguments: [Screen.Moment.running, .coding])
    func noMarkIsLaterThanTheTimeLimit(moment: Screen.Moment) async throws {
        let code = Study.Code(id: "c", title: "Code", kind: .assist)
        let played = try await Played(codebook: [code])
        try await played.open()
        if moment == .coding { try await played.press("l") }
        played.clock.advance(by: 301 * Self.second)
        try await played.send(MarkPressed(kind: .question, words: "stuck", at: played.clock.now))
        #expect(played.screen.moment == moment)
        #expect(played.record.marks.map(\.elapsed) == [300 * Self.second])
    }

    /// Between tasks, a note belongs to no run. The participant's page stays as it is.
    @Test func aNoteIsRecordedWhileTheParticipantAnswers() async throws {
        let played = try await Played()
        try await played.press(nil)
        #expect(!played.screen.takesNotes)
        for _ in 1...3 { try await played.press("y") }
        try await played.type("2")
        #expect(played.screen.takesNotes)
        let page = played.screen.participant
        try await played.note("hesitates")
        #expect(played.screen.participant == page)
        #expect(played.screen.marks == ["note  hesitates"])
        try await played.press(nil)
        #expect(played.record.answers.count == 1)
        for answer in ["4", "5", "words"] {
            try await played.type(answer)
            try await played.press(nil)
        }
        try await played.note("reads for long")
        try await played.press(nil)
        try await played.note("asks for water")
        #expect(played.screen.moment == .ready(task: "one", condition: "shell"))
        #expect(played.record.marks.map(\.run) == [nil, nil, nil])
        try await played.press(nil)
        try await played.note("begins at once")
        #expect(played.screen.moment == .running)
        #expect(played.screen.marks == ["0:00  note  begins at once"])
        #expect(played.record.marks.last?.run == 1)
    }

    /// The participant's page does not take the answer of its question for the reason.
    @Test func aReasonIsAskedForWithoutTheQuestionBehindIt() async throws {
        let played = try await Played(afterTask: "about-you")
        try await played.open()
        try await played.press("d")
        try await played.type("2")
        try await played.press(nil)
        #expect(played.screen.scale != nil)
        try await played.press("r")
        #expect(played.screen.moment == .explaining)
        #expect(played.screen.scale == nil)
        #expect(played.screen.participant.control == nil)
    }

    /// A note and a question say nothing without their text.
    @Test(arguments: ["n", "q"] as [Character])
    func aNoteAndAQuestionAskForTheirText(key: Character) async throws {
        let played = try await Played()
        try await played.open()
        try await played.press(key)
        #expect(played.screen.moment == .wording)
        try await played.type("Is tr allowed?")
        #expect(played.screen.moment == .running)
        #expect(played.record.marks.map(\.text) == ["Is tr allowed?"])
    }

    /// The participant presses "done" before the time limit. The facilitator's dialog stays open.
    @Test(arguments: [Screen.Moment.wording, .coding])
    func aDoneDuringADialogStopsTheClockAtOnce(moment: Screen.Moment) async throws {
        let code = Study.Code(id: "c", title: "Code", kind: .mistake)
        let played = try await Played(codebook: [code])
        try await played.open()
        try await played.press(moment == .wording ? "n" : "l")
        #expect(played.screen.pageKeys.map(\.words) == ["done"])
        played.clock.advance(by: 8 * Self.second)
        try await played.send(Done(at: played.clock.now))
        #expect(played.screen.moment == moment)
        #expect(!played.screen.participant.isAtWork)
        #expect(played.screen.participant.body == "Your files are being read.")
        #expect(played.record.runs.first?.attempts.isEmpty == true)
        played.clock.advance(by: 600 * Self.second)
        try await played.send(Tick(at: played.clock.now))
        try await played.type(moment == .wording ? "words" : "1")
        #expect(played.record.runs.first?.outcome == .success)
        #expect(played.record.runs.first?.time(.running) == 8 * Self.second)
        #expect(played.record.marks.map(\.run) == [1])
        #expect(played.faults.all.withLock { $0 } == [])
    }

    /// The time of the mark would be earlier than the stop of the clock, but later in the log.
    @Test func aMarkOfTheCodebookIsNotEarlierThanTheEventBeforeIt() async throws {
        let code = Study.Code(id: "c", title: "Code", kind: .assist)
        let played = try await Played(codebook: [code])
        try await played.open()
        try await played.press("l")
        played.clock.advance(by: 301 * Self.second)
        try await played.send(Tick(at: played.clock.now))
        #expect(played.screen.moment == .coding)
        try await played.type("1")
        #expect(played.screen.moment == .limit)
        #expect(played.record.marks.map(\.elapsed) == [300 * Self.second])
        #expect(played.faults.all.withLock { $0 } == [])
    }

    @Test(arguments: ["u", "t"] as [Character])
    func aKeyForTheLastMarkSaysThatThereIsNone(key: Character) async throws {
        let played = try await Played()
        try await played.open()
        try await played.press("m")
        try await played.press("u")
        #expect(played.screen.notice == nil)
        try await played.press(key)
        #expect(played.screen.moment == .running)
        #expect(played.screen.notice?.hasPrefix("There is no mark in this task") == true)
        // A tick comes within a second.
        try await played.send(Tick(at: played.clock.now))
        #expect(played.screen.notice?.hasPrefix("There is no mark in this task") == true)
        let shared = played.screen.drawn(for: .shared, revealedBy: "Tab")
        #expect(shared.notice == "There is nothing to undo.")
        #expect(played.screen.participant.notice == nil)
    }

    /// In the list, a digit chooses a code; in the field, it is a part of the text.
    @Test(arguments: [("l", .coding), ("t", .wording)] as [(Character, Screen.Moment)])
    func noDialogOfAMarkExplainsTheGrades(key: Character, moment: Screen.Moment) async throws {
        let code = Study.Code(id: "c", title: "Code", kind: .mistake)
        let played = try await Played(codebook: [code])
        try await played.open()
        try await played.press("i")
        let words = "problem: 1 cosmetic   2 minor   3 major   4 catastrophic"
        #expect(played.screen.notice == words)
        try await played.press(key)
        #expect(played.screen.moment == moment)
        #expect(played.screen.notice == nil)
        try await played.send(Leave(at: played.clock.now))
        #expect(played.screen.moment == .running)
        #expect(played.screen.notice == words)
    }

    @Test func aMarkIsListedWithTheTitleOfItsCode() async throws {
        let code = Study.Code(id: "quoting", title: "Quotes forgotten", kind: .mistake)
        let played = try await Played(codebook: [code])
        try await played.open()
        try await played.press("l")
        try await played.type("1")
        #expect(played.screen.marks == ["0:00  mistake · Quotes forgotten"])
    }

    /// A codebook of ten or more codes has an input field.
    @Test func aNumberWithoutACodeIsRefusedInWords() async throws {
        let codes = (1...10).map { Study.Code(id: "c\($0)", title: "C\($0)", kind: .mistake) }
        let played = try await Played(codebook: codes)
        try await played.open()
        try await played.press("l")
        try await played.type("11")
        #expect(played.screen.moment == .coding)
        let words = "Type a number from 1 to 10."
        #expect(played.screen.notice == words)
        try await played.send(Tick(at: played.clock.now))
        #expect(played.screen.notice == words)
        // A terminal that the facilitator and the participant share shows no list of codes.
        #expect(played.screen.drawn(for: .shared, revealedBy: "Tab").notice == words)
        try await played.type("10")
        #expect(played.screen.moment == .running)
        #expect(played.record.marks.map(\.code) == ["c10"])
    }

    @Test func theFacilitatorCanGoOnWithoutTheMachine() async throws {
        let played = try await Played()
        try await played.open()
        try await played.waitForMachine()
        #expect(played.screen.moment == .busy)
        #expect(played.screen.body.hasPrefix("Waiting for the files of the participant's machine"))
        #expect(played.screen.participant.body.hasPrefix("Your files are being fetched."))
        #expect(played.screen.participant.keys.isEmpty)
        try await played.press("w")
        #expect(played.record.runs.first?.outcome == .success)
    }

    /// The zip file is announced with "done", and does not come.
    @Test func theFacilitatorCanGoOnWithoutTheZipFile() async throws {
        let played = try await Played()
        try await played.open()
        played.disk.isMachineAway.withLock { $0 = true }
        try await played.awaitFiles(after: Done(at: played.clock.now), .zip)
        #expect(played.screen.body.hasPrefix("Waiting for the zip file"))
        #expect(played.screen.participant.body.hasSuffix("send it again below."))
        #expect(played.screen.keys.map(\.words) == ["go on without the zip file"])
        try await played.press("w")
        #expect(played.record.runs.first?.outcome == .success)
    }

    /// The participant saves on a machine of their own when they are asked.
    @Test func theFilesAreFetchedAgainAfterTheQuestionAboutUnsavedWork() async throws {
        let played = try await Played()
        try await played.open()
        played.disk.suspects.withLock { $0 = 1 }
        try await played.press("d")
        #expect(played.screen.moment == .unsaved)
        try await played.press(nil)
        #expect(played.disk.inspected == 2)
        #expect(played.record.runs.first?.outcome == .success)
    }

    @Test func aMarkAfterANoteDuringAnInspectionHasItsOwnNumber() async throws {
        let played = try await Played()
        try await played.open()
        played.disk.suspects.withLock { $0 = 1 }
        try await played.waitForMachine()
        try await played.awaitFiles(
            after: MarkPressed(kind: .note, words: "waits", at: played.clock.now)
        )
        try await played.press("w")
        #expect(played.screen.moment == .unsaved)
        #expect(played.screen.marks.count == 1)
        try await played.press("m")
        #expect(played.record.marks.map(\.number) == [1, 2])
    }

    @Test func aTaskThatIsGivenUpSaysThatNoFilesCame() async throws {
        let played = try await Played()
        try await played.open()
        try await played.press("g")
        played.disk.isMachineAway.withLock { $0 = true }
        played.clock.advance(by: Self.second)
        try await played.press("y")
        #expect(played.record.runs.first?.outcome == .gaveUp)
        #expect(played.record.runs.first?.endSnapshot == "s")
        #expect(played.screen.notice == "“Greet one person”: given up. No files came.")
    }

    /// The clock ends at the reason, and not when the files have come.
    @Test func theEndOfTheSessionKeepsTheWork() async throws {
        let played = try await Played()
        try await played.open()
        played.disk.isMachineAway.withLock { $0 = true }
        played.clock.advance(by: Self.second)
        try await played.send(Leave(at: played.clock.now))
        try await played.press("e")
        try await played.press("y")
        try await played.type("the power went")
        #expect(played.screen.moment == .over)
        #expect(played.screen.over?.isFinal == true)
        #expect(played.screen.body == "The session of P1 was ended early. No files came.")
        let run = try #require(played.record.runs.first)
        #expect(run.endSnapshot == "s")
        #expect(run.time(.running) == Self.second)
    }

    /// The participant is not charged for the wait, however the session is interrupted.
    @Test func theClockStandsWhileTheEndOfTheSessionAwaitsFiles() async throws {
        let played = try await Played()
        try await played.open()
        played.disk.isMachineAway.withLock { $0 = true }
        played.disk.holdsSnapshots.withLock { $0 = true }
        played.clock.advance(by: 8 * Self.second)
        try await played.send(Leave(at: played.clock.now))
        try await played.press("e")
        try await played.press("y")
        try await played.awaitFiles(
            after: Typed(text: "a fire alarm", numbered: true, at: played.clock.now)
        )
        #expect(played.screen.clock?.elapsed == 8 * Self.second)
        #expect(played.screen.clock?.since == nil)
        played.clock.advance(by: 20 * Self.second)
        // The process is killed.
        var killed = played.record
        let resumption = Resumption(lastAlive: played.clock.now, now: played.clock.now)
        killed.apply(.sessionResumed(resumption), at: played.clock.now)
        #expect(killed.runs.first?.time(.running) == 8 * Self.second)
        #expect(killed.runs.first?.isFlagged == false)
        // The facilitator leaves.
        try await played.send(Leave(at: played.clock.now))
        try await played.press("y")
        #expect(played.screen.moment == .over)
        #expect(played.record.runs.first?.time(.running) == 8 * Self.second)
        #expect(played.record.runs.first?.isFlagged == false)
    }

    /// The session is ended while the files of a task that was given up are awaited.
    @Test func theEndOfTheSessionKeepsTheEndingOfATask() async throws {
        let played = try await Played()
        try await played.open()
        played.clock.advance(by: 8 * Self.second)
        try await played.press("g")
        played.disk.isMachineAway.withLock { $0 = true }
        played.disk.holdsSnapshots.withLock { $0 = true }
        played.clock.advance(by: Self.second)
        try await played.awaitFiles(after: EndTask(at: played.clock.now))
        played.clock.advance(by: 20 * Self.second)
        try await played.send(Leave(at: played.clock.now))
        try await played.press("e")
        try await played.press("y")
        let reason = Typed(text: "a fire alarm", numbered: true, at: played.clock.now)
        try await played.awaitFiles(after: reason)
        try await played.press("w")
        #expect(played.screen.over?.isFinal == true)
        let run = try #require(played.record.runs.first)
        #expect(run.outcome == .gaveUp)
        #expect(run.time(.running) == 8 * Self.second)
        #expect(run.time(.checking) == Self.second)
        #expect(played.record.state == .ended)
    }

    /// The participant has not seen the task, so they did not try it.
    @Test func theEndOfTheSessionBeforeTheClockIsNoAttemptAtTheTask() async throws {
        let played = try await Played()
        try await played.ready()
        try await played.send(Leave(at: played.clock.now))
        try await played.press("e")
        try await played.press("y")
        try await played.type("the power went")
        #expect(played.screen.over?.isFinal == true)
        #expect(played.record.state == .ended)
        #expect(played.record.runs.count == 1)
        #expect(played.record.runs.allSatisfy { $0.outcome == nil && !$0.hasStarted })
    }

    private static let second: Int64 = 1_000_000_000

    /// However long the facilitator looks at the first screen.
    @Test func anInterruptionLastsUntilTheFacilitatorGoesOn() async throws {
        let alive = SimulatedClock().now.advanced(by: -26 * Self.second)
        let played = try await Played(interrupted: alive)
        #expect(played.screen.body.contains(/interrupted (on 1999-12-31 )?at \d\d:\d\d/))
        played.clock.advance(by: 59 * Self.second)
        try await played.press(nil)
        let resumed = Resumption(lastAlive: alive, gap: 85, spansReboot: false)
        #expect(played.events == [.sessionResumed(resumed)])
    }

    @Test func moreTimeNeedsAReasonAndTheClockStandsMeanwhile() async throws {
        let played = try await Played()
        try await played.open()
        played.clock.advance(by: 301 * Self.second)
        try await played.send(Tick(at: played.clock.now))
        #expect(played.screen.moment == .limit)
        try await played.press("+")
        #expect(played.screen.moment == .explaining)
        try await played.type("  ")
        #expect(played.screen.isRefusal)
        played.clock.advance(by: 20 * Self.second)
        try await played.type("the network was down")
        #expect(played.screen.moment == .running)
        let run = try #require(played.record.currentRun)
        // The limit of five minutes, and not what the typing took.
        #expect(run.time(.running, now: played.clock.now) == 300 * Self.second)
        #expect(run.timeLimit == 600)
        #expect(played.record.reasons.map(\.kind) == [.extend])
        #expect(played.record.reasons.map(\.text) == ["the network was down"])
    }

    @Test func whoeverRefusedByMistakeIsAskedTheSameStatementAgain() async throws {
        let played = try await Played()
        try await played.press(nil)
        try await played.press("y")
        #expect(played.screen.moment == .consentOption("take-part"))
        try await played.press("n")
        #expect(played.screen.moment == .decline)
        try await played.press("b")
        #expect(played.screen.moment == .consentOption("take-part"))
        try await played.press("b")
        #expect(played.screen.moment == .consent)
        try await played.press("n")
        try await played.press("b")
        #expect(played.screen.moment == .consent)
        #expect(played.events.isEmpty)
    }

    @Test func whoThinksBetterOfMoreTimeIsBackAtTheLimit() async throws {
        let played = try await Played()
        try await played.open()
        played.clock.advance(by: 400 * Self.second)
        try await played.send(Tick(at: played.clock.now))
        try await played.press("+")
        try await played.send(Leave(at: played.clock.now))
        #expect(played.screen.moment == .limit)
        try await played.press("e")
        #expect(played.record.runs.first?.outcome == .timedOut)
        #expect(played.record.runs.first?.time(.running) == 300 * Self.second)
    }

    @Test func aTaskIsRunAgainAndTheLastRunCounts() async throws {
        let played = try await Played()
        try await played.open()
        played.clock.advance(by: 30 * Self.second)
        try await played.press("d")
        #expect(played.record.runs.first?.outcome == .success)
        try await played.press("r")
        #expect(played.screen.body.contains("The workspace keeps its files"))
        try await played.type("fire alarm")
        try await played.press(nil)
        played.clock.advance(by: 50 * Self.second)
        try await played.press("g")
        try await played.press("y")
        #expect(
            played.record.runs.filter { $0.task == "one" }.map(\.outcome) == [.success, .gaveUp]
        )
        #expect(played.record.run(of: "one", condition: "shell")?.number == 2)
        #expect(played.record.reasons.map(\.kind) == [.repeat])
    }

    /// The participant does not see the task meanwhile.
    @Test(arguments: ["leaving", "ending", "reason"])
    func theClockStandsWhileTheFacilitatorIsAsked(about what: String) async throws {
        let played = try await Played()
        try await played.open()
        played.clock.advance(by: 290 * Self.second)
        try await played.send(Leave(at: played.clock.now))
        #expect(played.screen.clock?.since == nil)
        #expect(played.screen.clock?.word == "stopped")
        if what != "leaving" { try await played.press("e") }
        if what == "reason" { try await played.press("y") }
        played.clock.advance(by: 30 * Self.second)
        if what == "reason" { try await played.send(Leave(at: played.clock.now)) }
        try await played.press("n")
        #expect(played.screen.moment == .running)
        played.clock.advance(by: 5 * Self.second)
        let run = try #require(played.record.currentRun)
        #expect(run.time(.running, now: played.clock.now) == 295 * Self.second)
        #expect(run.time(.paused) == 30 * Self.second)
    }

    @Test func whoeverIsAskedSeesTheMarksOfTheTask() async throws {
        let played = try await Played()
        try await played.ready()
        try await played.note("before the task")
        try await played.press(nil)
        try await played.press("m")
        try await played.send(Leave(at: played.clock.now))
        #expect(played.screen.moment == .leaving)
        #expect(played.screen.marks == ["0:00  mistake"])
        try await played.press("e")
        #expect(played.screen.marks == ["0:00  mistake"])
    }

    /// Between two ticks.
    @Test func whoAsksToLeaveAfterTheLimitFindsTheClockStopped() async throws {
        let played = try await Played()
        try await played.open()
        played.clock.advance(by: 300 * Self.second + Self.second / 2)
        try await played.send(Leave(at: played.clock.now))
        #expect(played.screen.moment == .leaving)
        try await played.press("n")
        #expect(played.screen.moment == .limit)
        #expect(played.record.currentRun?.time(.running) == 300 * Self.second)
    }

    /// Whatever the facilitator types meanwhile.
    @Test func theClockStopsAtTheLimitWhileANoteIsTyped() async throws {
        let played = try await Played()
        try await played.open()
        played.clock.advance(by: 290 * Self.second)
        try await played.press("n")
        played.clock.advance(by: 30 * Self.second)
        try await played.send(Tick(at: played.clock.now))
        #expect(played.record.currentRun?.time(.running) == 300 * Self.second)
        try await played.type("words")
        #expect(played.screen.moment == .limit)
        try await played.press("e")
        #expect(played.record.runs.first?.outcome == .timedOut)
        #expect(played.record.runs.first?.time(.running) == 300 * Self.second)
        #expect(played.record.runs.first?.isFlagged == false)
    }

    /// Between two ticks.
    @Test(arguments: ["d", "g", "p"] as [Character])
    func aKeyAfterTheLimitFindsTheClockStopped(key: Character) async throws {
        let played = try await Played()
        try await played.open()
        played.clock.advance(by: 300 * Self.second + Self.second / 2)
        try await played.press(key)
        #expect(played.screen.moment == .limit)
        #expect(played.record.currentRun?.time(.running) == 300 * Self.second)
    }

    /// The lid of the machine was closed while the task's clock ran.
    @Test(arguments: [Screen.Moment.running, .wording, .coding])
    func theSleepOfTheMachineIsNoTimeOnTask(moment: Screen.Moment) async throws {
        let code = Study.Code(id: "c", title: "Code", kind: .assist)
        let played = try await Played(codebook: [code])
        try await played.open()
        played.clock.advance(by: 30 * Self.second)
        if moment == .wording { try await played.press("n") }
        if moment == .coding { try await played.press("l") }
        played.clock.advance(by: 10 * Self.second)
        let asleep = played.clock.now
        played.clock.advance(by: 3600 * Self.second)
        try await played.send(Woke(lastAlive: asleep, at: played.clock.now))
        let words = "The machine was asleep. The clock has not run since it fell asleep."
        #expect(played.screen.notice == words)
        if moment != .running {
            #expect(played.screen.moment == moment)
            try await played.type(moment == .wording ? "words" : "1")
        }
        #expect(played.screen.moment == .held)
        try await played.press(nil)
        #expect(played.screen.moment == .running)
        played.clock.advance(by: 5 * Self.second)
        let run = try #require(played.record.currentRun)
        #expect(run.time(.running, now: played.clock.now) == 45 * Self.second)
        #expect(run.isFlagged)
        #expect(played.record.gaps.map(\.seconds) == [3600])
        // The mark from the codebook gets the time at which the clock stopped.
        let elapsed: [Int64] =
            switch moment {
            case .wording: [30]
            case .coding: [40]
            default: []
            }
        #expect(played.record.marks.map(\.elapsed) == elapsed.map { $0 * Self.second })
        #expect(played.faults.all.withLock { $0 } == [])
    }

    /// The mark cannot be written when it is set, and the lid is closed before the next attempt.
    @Test func aSleepBeforeTheEventsAreWrittenIsNoTimeOnTask() async throws {
        let played = try await Played()
        try await played.open()
        played.clock.advance(by: 30 * Self.second)
        played.disk.refuse()
        try await played.press("m")
        #expect(played.screen.moment == .trouble)
        played.clock.advance(by: 10 * Self.second)
        let asleep = played.clock.now
        played.clock.advance(by: 3600 * Self.second)
        try await played.send(Woke(lastAlive: asleep, at: played.clock.now))
        // The sleep is kept after another failed attempt, and while the facilitator may leave.
        played.disk.refuse()
        try await played.press(nil)
        #expect(played.screen.moment == .trouble)
        try await played.send(Leave(at: played.clock.now))
        try await played.press("n")
        played.clock.advance(by: 5 * Self.second)
        try await played.press(nil)
        #expect(played.screen.moment == .held)
        try await played.press(nil)
        played.clock.advance(by: 5 * Self.second)
        let run = try #require(played.record.currentRun)
        #expect(run.time(.running, now: played.clock.now) == 45 * Self.second)
        #expect(run.isFlagged)
        #expect(played.record.gaps.map(\.seconds) == [3600])
        #expect(played.record.marks.map(\.elapsed) == [30 * Self.second])
        #expect(played.faults.all.withLock { $0 } == [])
    }

    @Test func aTimeLimitBeforeTheSleepEndsTheTime() async throws {
        let played = try await Played()
        try await played.open()
        played.clock.advance(by: 301 * Self.second)
        let asleep = played.clock.now
        played.clock.advance(by: 3600 * Self.second)
        try await played.send(Woke(lastAlive: asleep, at: played.clock.now))
        #expect(played.screen.moment == .limit)
        #expect(played.record.currentRun?.time(.running) == 300 * Self.second)
        #expect(played.record.currentRun?.isFlagged == false)
    }

    /// The task appears, with its file, when its start is recorded.
    @Test func aStartThatCouldNotBeWrittenIsWrittenAsAWhole() async throws {
        let played = try await Played()
        try await played.ready()
        played.disk.refuse()
        try await played.press(nil)
        #expect(played.screen.moment == .trouble)
        #expect(played.disk.instructed == [])
        played.clock.advance(by: 12 * Self.second)
        try await played.press(nil)
        #expect(played.screen.moment == .running)
        #expect(played.disk.instructed == ["one"])
        #expect(played.record.currentRun?.time(.running, now: played.clock.now) == 0)
    }

    /// The page does not show the task until the event is written.
    @Test(arguments: ["after a failed check", "at the limit"])
    func aClockThatCouldNotBeStartedAgainStandsMeanwhile(place: String) async throws {
        let played = try await Played()
        try await played.open()
        played.service.set(.failed)
        let isLimit = place == "at the limit"
        played.clock.advance(by: (isLimit ? 300 : 30) * Self.second)
        if isLimit {
            try await played.send(Tick(at: played.clock.now))
            try await played.press("+")
        } else {
            try await played.press("d")
        }
        let before = try #require(played.record.currentRun?.time(.running))
        played.disk.refuse()
        if isLimit {
            try await played.type("the network was down")
        } else {
            try await played.press("c")
        }
        #expect(played.screen.moment == .trouble)
        played.clock.advance(by: 40 * Self.second)
        try await played.press(nil)
        #expect(played.screen.moment == .running)
        #expect(played.record.currentRun?.time(.running, now: played.clock.now) == before)
    }

    /// After a scale, where `b` goes back, it may be typed into the next question by mistake.
    @Test(arguments: ["b", "?"], [true, false])
    func aKeyAsTheWholeAnswerIsAskedFor(key: String, isTypedAgain: Bool) async throws {
        let played = try await Played()
        try await played.press(nil)
        for _ in 1...3 { try await played.press("y") }
        for answer in ["2", "4", "5"] {
            try await played.type(answer)
            try await played.press(nil)
        }
        let count = played.record.answers.count
        try await played.type(key, confirms: true)
        #expect(played.screen.isRefusal)
        #expect(played.screen.notice?.hasPrefix("“\(key)” may be a key of another page.") == true)
        #expect(played.screen.participant.control == ParticipantPage.Control.text(""))
        // Enter in an emptied field must not confirm it.
        #expect(played.screen.line?.initial == key)
        #expect(played.record.answers.count == count)
        if isTypedAgain {
            try await played.type(key, confirms: true)
        } else {
            try await played.press(nil)
        }
        #expect(played.screen.moment == .reading)
        #expect(played.record.answers.values.contains { $0.value.raw == key })
    }

    /// A participant who takes back a required statement tells the facilitator.
    @Test func theSessionCanBeEndedWhereTheConsentIsReviewed() async throws {
        let played = try await Played()
        try await played.press(nil)
        for _ in 1...3 { try await played.press("y") }
        let words = played.screen.participant.keys.first { $0.trigger == "b" }?.words
        #expect(words == "back to the consent")
        try await played.press("b")
        #expect(played.screen.moment == .consentReview)
        try await played.type("1")
        let refusal = "This statement is required. To stop taking part, tell the facilitator."
        #expect(played.screen.drawn(for: .participant, revealedBy: "").notice == refusal)
        try await played.send(Leave(at: played.clock.now))
        #expect(played.screen.moment == .leaving)
        try await played.press("n")
        #expect(played.screen.moment == .consentReview)
        try await played.send(Leave(at: played.clock.now))
        try await played.press("e")
        try await played.press("y")
        try await played.type("took the consent back")
        #expect(played.screen.over?.isFinal == true)
    }

    /// A field that begins with the earlier answer can be emptied. Enter then confirms "no answer".
    @Test func anOptionalNumberAndAnOptionalChoiceCanBeRemoved() async throws {
        let played = try await Played()
        try await played.press(nil)
        for _ in 1...3 { try await played.press("y") }
        for answer in ["1", "1, 3", "4", "5"] {
            try await played.type(answer)
            try await played.press(nil)
        }
        try await played.press("b")
        #expect(played.screen.line?.initial == "5")
        #expect(played.screen.line?.isReplaced == true)
        try await played.type("")
        #expect(played.screen.line?.initial == "")
        try await played.press(nil)
        for _ in 1...3 { try await played.press("b") }
        #expect(played.screen.line?.initial == "1, 3")
        try await played.type("")
        try await played.press(nil)
        for item in ["years", "shells"] {
            let answer = played.record.answers.first { $0.key.item == item }
            #expect(answer?.value.value.meaning == .missing, "\(item)")
        }
    }

    /// A question without an input field has nothing that could be emptied.
    @Test func anOptionalChoiceAndAnOptionalScaleCanBeRemovedWithAKey() async throws {
        let played = try await Played(asksLittle: true)
        let remove = { try #require(played.screen.keys.first { $0.trigger == .delete }) }
        try await played.press(nil)
        for _ in 1...3 { try await played.press("y") }
        #expect(!played.screen.keys.contains { $0.trigger == .delete })
        for answer in ["1", "1, 3", "4"] {
            try await played.type(answer)
            try await played.press(nil)
        }
        try await played.press("b")
        try await played.send(try remove().message(played.clock.now))
        #expect(played.screen.notice == "no answer")
        #expect(played.record.answers.first { $0.key.item == "confidence" }?.value.value.raw == "4")
        try await played.press(nil)
        for _ in 1...3 { try await played.press("b") }
        #expect(played.screen.chosen == 0)
        try await played.send(try remove().message(played.clock.now))
        #expect(played.screen.chosen == nil)
        #expect(!played.screen.keys.contains { $0.trigger == .delete })
        try await played.press(nil)
        for item in ["shell", "confidence"] {
            let answer = played.record.answers.first { $0.key.item == item }
            #expect(answer?.value.value.meaning == .missing, "\(item)")
        }
    }

    /// A required answer can only be replaced.
    @Test func noKeyRemovesARequiredAnswer() async throws {
        let played = try await Played()
        try await played.press(nil)
        for _ in 1...3 { try await played.press("y") }
        try await played.type("1")
        #expect(played.screen.chosen == 0)
        #expect(!played.screen.keys.contains { $0.trigger == .delete })
    }

    /// A name that was typed by mistake must not stay in the report.
    @Test func theTextOfAMarkCanBeRemoved() async throws {
        let played = try await Played()
        try await played.open()
        try await played.press("m")
        try await played.press("t")
        try await played.type("asked Ada")
        let count = played.events.count
        try await played.press("t")
        try await played.type("asked Ada")
        #expect(played.events.count == count)
        try await played.press("t")
        try await played.type("")
        #expect(played.screen.moment == .running)
        #expect(played.record.marks.map(\.text) == [""])
        #expect(played.events.count == count + 1)
    }

    /// The answer was withdrawn when an earlier answer was corrected, and the question is asked again.
    @Test func aRequiredAnswerThatWasWithdrawnIsAskedForAgain() async throws {
        let played = try await Played(requires: "shells")
        try await played.press(nil)
        for _ in 1...3 { try await played.press("y") }
        for answer in ["1", "1"] {
            try await played.type(answer)
            try await played.press(nil)
        }
        for answer in ["2", "1"] {
            while !played.screen.body.hasPrefix("Have you written") { try await played.press("b") }
            try await played.type(answer)
            try await played.press(nil)
        }
        #expect(played.screen.body.contains("Which shells do you use?"))
        #expect(!played.screen.keys.contains { $0.trigger == .enter })
        try await played.send(Continue(at: played.clock.now))
        #expect(played.screen.isRefusal)
        try await played.type("2")
        try await played.press(nil)
        let shells = played.record.answers.first { $0.key.item == "shells" }
        #expect(shells?.value.value.raw == "Z shell")
    }

    @Test func nobodyIsToldThatAnAnswerIsRecordedWhichIsNot() async throws {
        let played = try await Played()
        try await played.press(nil)
        for _ in 1...3 { try await played.press("y") }
        try await played.type("2")
        played.disk.refuse()
        try await played.press(nil)
        #expect(played.screen.moment == .trouble)
        #expect(played.screen.participant.notice == nil)
        try await played.press(nil)
        #expect(played.record.answers.count == 1)
    }

    @Test func everyScreenThatOffersAKeyAnswersItsMessage() async throws {
        // No key is offered that the present state has no scenario for.
        let pairs = Set(
            SessionRules().scenarios.scenarios.map { "\($0.state) \($0.message)" }
        )
        let played = try await Played()
        try await played.open()
        for key in played.screen.keys {
            let message = type(of: key.message(played.clock.now))
            #expect(pairs.contains("Running \(message)"), "\(key.words)")
        }
        try await played.press("p")
        for key in played.screen.keys {
            let message = type(of: key.message(played.clock.now))
            #expect(pairs.contains("Paused \(message)"), "\(key.words)")
        }
    }
}
