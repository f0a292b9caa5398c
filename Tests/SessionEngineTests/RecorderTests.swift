import Foundation
import ResultsStore
import StudyDefinition
import Synchronization
import TestSupport
import Testing

@testable import SessionEngine

/// The writer of a session's log, with a results file.
@Suite struct RecorderTests {
    private static let second: Int64 = 1_000_000_000

    /// For how long the machine has slept, and what was reported after each commit.
    private final class Seen: Sendable {
        let asleep = Mutex<Int64>(0)
        let commits = Mutex<[[SessionEvent]]>([])
    }

    private let seen = Seen()
    private let folder: TemporaryFolder
    private let store: ResultsStore
    private let study: StudyFolder
    private let now = Stamp(monotonic: 100 * Self.second, wall: 9_000_000_000, boot: "a")

    init() throws {
        folder = try TemporaryFolder()
        store = try ResultsStore(path: folder.path("x.sqlite"), access: .create)
        study = try StudyReader.read(
            Tool.root.appendingPathComponent("Tests/StudyDefinitionTests/Fixtures/greeting")
        )
    }

    private var start: SessionStart {
        SessionStart(
            participant: "P1",
            study: study.hash,
            conditions: ["shell"],
            source: .live,
            environment: SessionEnvironment()
        )
    }

    private func recorder(_ presses: PressLedger = PressLedger()) -> Recorder {
        Recorder(
            store: store,
            study: study,
            presses: presses,
            asleep: { [seen] in seen.asleep.withLock { $0 } },
            acknowledge: { [seen] _, events in seen.commits.withLock { $0.append(events) } }
        )
    }

    /// A process that is killed after the first commit has recorded the consent.
    @Test func aSessionBeginsWithItsFirstEventsInOneTransaction() async throws {
        let presses = PressLedger()
        let press = Press(id: "12345678", frontEnd: .page, key: "y")
        presses.note(press, at: now)
        let recorder = recorder(presses)
        let events: [SessionEvent] = [
            .consentGiven(ConsentGiven(text: "t", options: [:])),
            .stepEntered(StepReference(index: 1, name: "question about-you 1")),
        ]
        let record = try await recorder.begin(start, events, at: now)
        let all: [SessionEvent] = [.sessionStarted(start), .pressed(press)] + events
        #expect(seen.commits.withLock { $0 } == [all])
        #expect(record.eventCount == 4)
        let session = try #require(try store.sessions().first)
        #expect(try store.events(session: session.id).map(\.event) == all)
        // The engine writes the events again if it has given up waiting for the answer.
        let again = try await recorder.record(events, at: now)
        #expect(again.eventCount == 4)
    }

    /// A heartbeat after the sleep would hide it from the next process.
    @Test func noHeartbeatIsWrittenBeforeTheSleepIsRecorded() async throws {
        let recorder = recorder()
        let prepared = TaskPrepared(run: 1, task: "one", timeLimit: 300, snapshot: nil)
        _ = try await recorder.begin(start, [.taskPrepared(prepared)], at: now)
        let session = try #require(try store.sessions().first).id
        _ = try await recorder.record([.taskStarted(RunReference(run: 1))], at: now)
        let before = now.advanced(by: Self.second)
        try await recorder.beat(at: before)
        seen.asleep.withLock { $0 = 60 * Self.second }
        let later = now.advanced(by: 62 * Self.second)
        try await recorder.beat(at: later)
        #expect(try store.lastBeat(session: session) == before)
        let resumption = Resumption(lastAlive: before, now: later)
        _ = try await recorder.record([.sessionResumed(resumption)], at: later)
        try await recorder.beat(at: later.advanced(by: Self.second))
        #expect(try store.lastBeat(session: session) == later.advanced(by: Self.second))
        // The process waited between the readings of the two clocks.
        for (asleep, beats) in [(50, 2), (60, 3)] as [(Int64, Int64)] {
            seen.asleep.withLock { $0 = asleep * Self.second }
            try await recorder.beat(at: later.advanced(by: beats * Self.second))
        }
        #expect(try store.lastBeat(session: session) == later.advanced(by: 3 * Self.second))
    }

    @Test func theSleepIsReportedOnceAndWithTheTimeBeforeIt() {
        let clock = SimulatedClock()
        let watch = SleepWatch(
            SessionClock(asleep: { [seen] in seen.asleep.withLock { $0 } }, now: { clock.now })
        )
        var found: [Woke] = []
        clock.advance(by: Self.second)
        watch.check { found.append($0) }
        let before = clock.now
        clock.advance(by: 60 * Self.second)
        seen.asleep.withLock { $0 = 59 * Self.second }
        watch.check { found.append($0) }
        watch.check { found.append($0) }
        // The process waited between the readings of the two clocks.
        for asleep in [50, 59] {
            seen.asleep.withLock { $0 = Int64(asleep) * Self.second }
            watch.check { found.append($0) }
        }
        #expect(found.map(\.lastAlive) == [before])
        #expect(found.map(\.at) == [clock.now])
    }
}
