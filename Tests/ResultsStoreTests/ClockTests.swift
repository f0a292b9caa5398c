import ResultsStore
import Testing

/// What clocks may do in the middle of a task.
@Suite struct ClockTests {
    private static let hour: Int64 = 3_600_000_000_000

    private func record(_ events: [(Int64, Int64, String, SessionEvent)]) -> SessionRecord {
        SessionRecord(
            events.enumerated().map { index, event in
                RecordedEvent(
                    id: Int64(index + 1),
                    number: index + 1,
                    stamp: Stamp(monotonic: event.0, wall: event.1, boot: event.2),
                    event: event.3
                )
            }
        )
    }

    private let prepared = SessionEvent.taskPrepared(
        TaskPrepared(run: 1, task: "t", timeLimit: 600, snapshot: "")
    )
    private let run = RunReference(run: 1)
    private let ended = SessionEvent.taskEnded(TaskEnded(run: 1, ending: .checkPassed))

    @Test func aWallClockSteppedBackAnHourChangesNoTime() throws {
        let record = record([
            (0, 0, "a", prepared), (1_000, 1, "a", .taskStarted(run)),
            (61_000_001_000, 1 - Self.hour / 1000, "a", ended),
        ])
        let run = try #require(record.runs.first)
        #expect(run.time(.running) == 61_000_000_000)
        #expect(!run.isFlagged)
    }

    /// The session's process is down from 60 s to 100 s. "Done" is pressed on the page 5 s before the clock runs
    /// again: the clock shows 60 s, the page knows of 95.
    @Test func aPressOfTheTimeWhenTheSessionWasDownHasThatTimeAsItsError() throws {
        #expect(try bound(ofDoneAt: 100, error: 5) == 45)
        // Pressed after that, it says nothing of the time when the session was down.
        #expect(try bound(ofDoneAt: 110, error: 5) == 5)
    }

    private func bound(ofDoneAt end: Int64, error: Int64) throws -> Int64? {
        let second: Int64 = 1_000_000_000
        let done = Press(id: "done", frontEnd: .page, key: "d", bound: error * second)
        let record = record([
            (0, 0, "a", prepared), (0, 0, "a", .taskStarted(run)),
            (60 * second, 1, "a", .sessionInterrupted(.init(reason: ""))),
            (100 * second, 2, "a", .taskResumed(run)), (end * second, 2, "a", .pressed(done)),
            (end * second, 2, "a", ended),
        ])
        let run = try #require(record.runs.first)
        #expect(run.time(.running) == (end - 40) * second)
        return run.bound(record.presses).map { $0 / second }
    }

    @Test func aSuspendedMachineIsCountedBecauseTheClockGoesOn() throws {
        // The monotonic clock counts sleep: an hour asleep is an hour on the clock, and is seen.
        let record = record([
            (0, 0, "a", prepared), (0, 0, "a", .taskStarted(run)), (Self.hour, 1, "a", ended),
        ])
        #expect(record.runs.first?.time(.running) == Self.hour)
    }

    @Test func anIntervalAcrossARestartIsFlaggedAndNotGuessed() throws {
        let record = record([
            (0, 0, "a", prepared), (5_000, 0, "a", .taskStarted(run)),
            (9_000_000, 60_000_000, "b", ended),
        ])
        let run = try #require(record.runs.first)
        #expect(run.time(.running) == 0)
        #expect(run.isFlagged)
    }

    @Test func aGapAcrossARestartEndsWithTheLastSignOfLife() throws {
        let alive = Stamp(monotonic: 30_000_000_000, wall: 30_000_000, boot: "a")
        let resumed = Resumption(lastAlive: alive, gap: 120, spansReboot: true)
        let record = record([
            (0, 0, "a", prepared), (0, 0, "a", .taskStarted(run)),
            (1_000, 150_000_000, "b", .sessionResumed(resumed)),
            (2_000, 150_000_001, "b", .taskResumed(run)),
            (10_000_002_000, 160_000_001, "b", ended),
        ])
        let run = try #require(record.runs.first)
        #expect(run.time(.running) == 40_000_000_000)
        #expect(run.isFlagged)
        #expect(record.gaps.map(\.spansReboot) == [true])
    }

    /// A pause, or the wait after "done", is no running time: nothing of the time on task is lost.
    @Test(arguments: ["a", "b"]) func anInterruptionWhileTheClockStandsIsNotFlagged(
        boot: String
    ) throws {
        let stopped = TaskStopped(run: 1, reason: .limit)
        for event in [SessionEvent.taskPaused(run), .taskStopped(stopped)] {
            let alive = Stamp(monotonic: 30_000_000_000, wall: 30_000_000, boot: "a")
            let resumed = Resumption(lastAlive: alive, gap: 120, spansReboot: boot == "b")
            let record = record([
                (0, 0, "a", prepared), (0, 0, "a", .taskStarted(run)),
                (20_000_000_000, 20_000_000, "a", event),
                (150_000_000_000, 150_000_000, boot, .sessionResumed(resumed)),
                (160_000_000_000, 160_000_000, boot, .taskResumed(run)),
                (170_000_000_000, 170_000_000, boot, ended),
            ])
            let run = try #require(record.runs.first)
            #expect(run.time(.running) == 30_000_000_000)
            #expect(!run.isFlagged)
            #expect(record.gaps.map(\.run) == [1])
        }
    }

    /// The log ends in a pause, and the machine was restarted without a resumption in the log.
    @Test func aPauseAcrossARestartIsNotFlagged() throws {
        let record = record([
            (0, 0, "a", prepared), (0, 0, "a", .taskStarted(run)),
            (20_000_000_000, 20_000_000, "a", .taskPaused(run)),
            (5_000, 150_000_000, "b", .taskResumed(run)),
            (10_000_005_000, 160_000_000, "b", ended),
        ])
        let run = try #require(record.runs.first)
        #expect(run.time(.running) == 30_000_000_000)
        #expect(!run.isFlagged)
    }

    @Test func amendmentsAndDecisionsMoveNoTime() throws {
        let record = record([
            (0, 0, "a", prepared), (0, 0, "a", .taskStarted(run)), (7, 7, "a", ended),
            (8, 8, "a", .sessionFinished(Closing(complete: true))),
            (Self.hour, 9, "a", .excluded(Decision(reason: "r"))),
        ])
        #expect(record.lastStamp?.monotonic == 8)
        #expect(record.exclusion?.reason == "r")
        #expect(record.state == .finished)
    }
}
