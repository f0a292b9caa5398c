import ResultsStore
import SessionEngine
import Testing

@Suite struct MarkTrackTests {
    /// The recording runs on during a pause and a check.
    @Test func eachStartAndStopOfAClockIsACue() throws {
        let run = RunReference(run: 1)
        let done = SessionEvent.taskStopped(TaskStopped(run: 1, reason: .done))
        let prepared = TaskPrepared(run: 1, task: "one", timeLimit: 300, snapshot: "s")
        let played: [(Int64, SessionEvent)] = [
            (0, .recordingStarted(Instant())), (1, .taskPrepared(prepared)),
            (2, .taskStarted(run)), (5, .taskPaused(run)), (8, .taskResumed(run)), (10, done),
            (12, .taskContinued(run)), (15, done),
        ]
        let events = played.enumerated().map { place, pair in
            RecordedEvent(
                id: Int64(place + 1),
                number: place + 1,
                stamp: Stamp(monotonic: pair.0 * 1_000_000_000, wall: 0, boot: "a"),
                event: pair.1
            )
        }
        let track = try #require(MarkTrack.webVTT(events))
        let lines = track.split(separator: "\n").map(String.init)
        #expect(
            lines.filter { $0.hasPrefix("task") } == [
                "task one: clock starts", "task one: clock stops", "task one: clock runs on",
                "task one: clock stops", "task one: clock runs on", "task one: clock stops",
            ]
        )
        let times = lines.filter { $0.contains(" --> ") }.map { $0.prefix(8) }
        #expect(
            times == ["00:00:02", "00:00:05", "00:00:08", "00:00:10", "00:00:12", "00:00:15"]
        )
    }
}
