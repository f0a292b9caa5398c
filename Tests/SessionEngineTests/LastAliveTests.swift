import Foundation
import ResultsStore
import StudyDefinition
import TestSupport
import Testing

@testable import SessionEngine

/// The moment at which a killed session was last known to be running.
@Suite struct LastAliveTests {
    private static let second: Int64 = 1_000_000_000
    private let event = Stamp(monotonic: 100 * Self.second, wall: 9_000_000_000, boot: "a")

    private func lastAlive(_ beat: Stamp?) -> Stamp {
        var record = SessionRecord()
        record.apply(.taskStarted(RunReference(run: 1)), at: event)
        return SessionRunner.lastAlive(record, beat)
    }

    /// Somebody corrects the time of day while a task's clock runs.
    @Test(arguments: [-3_600_000_000, 0, 3_600_000_000] as [Int64])
    func theWallClockDoesNotDecide(shift: Int64) {
        var later = event.advanced(by: 600 * Self.second)
        later.wall += shift
        #expect(lastAlive(later) == later)
        var earlier = event.advanced(by: -Self.second)
        earlier.wall += shift
        #expect(lastAlive(earlier) == event)
    }

    /// The process was killed before it recorded that the clock stopped at the limit.
    @Test func noTaskRunsPastItsLimit() {
        var record = SessionRecord()
        let prepared = TaskPrepared(run: 1, task: "one", timeLimit: 300, snapshot: "s")
        record.apply(.taskPrepared(prepared), at: event)
        record.apply(.taskStarted(RunReference(run: 1)), at: event)
        let limit = event.advanced(by: 300 * Self.second)
        let before = limit.advanced(by: -Self.second)
        #expect(SessionRunner.lastAlive(record, before) == before)
        #expect(SessionRunner.lastAlive(record, limit.advanced(by: 40 * Self.second)) == limit)
        record.apply(.taskPaused(RunReference(run: 1)), at: before)
        let later = limit.advanced(by: 40 * Self.second)
        #expect(SessionRunner.lastAlive(record, later) == later)
    }

    @Test func aHeartbeatFromBeforeARestartIsOlder() {
        let beat = Stamp(monotonic: 500 * Self.second, wall: event.wall + 1, boot: "b")
        #expect(lastAlive(beat) == event)
        #expect(lastAlive(nil) == event)
    }

    /// The participant's editor keeps the process alive after the facilitator has left.
    @Test func aSessionThatWasLeftHasNoHeartbeat() async throws {
        let folder = try TemporaryFolder()
        let study = try StudyReader.read(
            Tool.root.appendingPathComponent("Tests/StudyDefinitionTests/Fixtures/greeting")
        )
        let store = try ResultsStore(path: folder.path("x.sqlite"), access: .create)
        let recorder = Recorder(store: store, study: study)
        let start = SessionStart(
            participant: "P1",
            study: study.hash,
            conditions: ["shell"],
            source: .live,
            environment: SessionEnvironment()
        )
        _ = try await recorder.begin(start, [], at: event)
        let session = try #require(try store.sessions().first).id
        try await recorder.beat(at: event)
        let left = event.advanced(by: Self.second)
        let interruption = Interruption(reason: "left by the facilitator")
        _ = try await recorder.record([.sessionInterrupted(interruption)], at: left)
        try await recorder.beat(at: left.advanced(by: Self.second))
        #expect(try store.lastBeat(session: session) == event)
        withExtendedLifetime(folder) {}
    }
}
