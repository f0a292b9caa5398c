import ResultsStore
import SessionEngine
import Testing

/// The marks of a session as subtitles of external recordings.
@Suite struct MarkTrackTests {
    /// A recording from 1 s with marks at 2 s and 3 s, the second undone, and one from 5 s with a
    /// mark at 7 s. A mark at 0 s precedes both.
    private var events: [RecordedEvent] {
        let events: [(Int64, SessionEvent)] = [
            (0, mark(1)), (1, .recordingStarted(Instant())), (2, mark(2)), (3, mark(3)),
            (4, .markUndone(MarkReference(mark: 3))), (5, .recordingStarted(Instant())),
            (7, mark(4)),
        ]
        return events.enumerated().map { index, entry in
            RecordedEvent(
                id: Int64(index + 1),
                number: index + 1,
                stamp: Stamp(monotonic: entry.0 * 1_000_000_000, wall: entry.0, boot: "b"),
                event: entry.1
            )
        }
    }

    private func mark(_ number: Int) -> SessionEvent {
        .marked(Marked(mark: number, kind: .note, run: nil))
    }

    @Test(arguments: [1, 2]) func onlyTheMarksOfTheRecordingAreCounted(_ number: Int) throws {
        let track = try #require(MarkTrack.webVTT(events, recording: number))
        #expect(track.split(separator: "\n").count { $0.contains("-->") } == 1, "\(track)")
        #expect(track.contains(number == 1 ? "00:00:01.000 -->" : "00:00:02.000 -->"))
        #expect(MarkTrack.markCount(SessionRecord(events), recording: number) == 1)
    }

    /// The participant refused the consent option `quote`.
    @Test func withheldWordsAreNotInTheTrack() throws {
        let words = MarkWorded(mark: 2, text: "secret")
        let events =
            events + [
                RecordedEvent(
                    id: 8,
                    number: 8,
                    stamp: Stamp(monotonic: 8_000_000_000, wall: 8, boot: "b"),
                    event: .markWorded(words)
                )
            ]
        #expect(MarkTrack.webVTT(events)?.contains("secret") == true)
        let track = try #require(MarkTrack.webVTT(events, withholdsWords: true))
        #expect(!track.contains("secret"))
        #expect(track.contains("words of marks are withheld"))
        #expect(track.contains("00:00:01.000 -->"))
    }

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
