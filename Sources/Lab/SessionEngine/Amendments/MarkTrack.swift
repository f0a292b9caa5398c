import Diagnostics
package import ResultsStore

/// WebVTT subtitles for a video or screen recording that another program made. They contain the
/// facilitator's marks in a session, and the starts and stops of the tasks' clocks.
package enum MarkTrack {
    /// Returns WebVTT subtitles for an external recording of the session; nil if there is no such
    /// recording. Each mark that was not undone, and each start or stop of a task's clock, becomes
    /// a five-second cue. The times of the cues count from the start of the recording.
    ///
    /// A recording ends when the next recording starts, or when the machine restarts.
    ///
    /// - Parameters:
    ///   - number: number of the recording within the session: 1, 2, 3, …
    ///   - withholdsWords: whether to leave out the words of marks, because the participant refused
    ///     the consent option `quote`. The track then says so in a comment.
    package static func webVTT(
        _ events: [RecordedEvent],
        recording number: Int = 1,
        withholdsWords: Bool = false
    ) -> String? {
        var record = SessionRecord(events)
        var note = ""
        if withholdsWords {
            note = "\nNOTE The participant may not be quoted, so the words of marks are withheld.\n"
            for index in record.marks.indices { record.marks[index].text = "" }
        }
        guard record.recordings.element(number: number) != nil else { return nil }
        let cues = (marks(record) + clocks(record)).compactMap { cue -> (Int64, String)? in
            place(of: cue.0, in: record, recording: number).map { ($0 / 1_000_000, cue.1) }
        }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
        return "WEBVTT\n" + note
            + cues.map { "\n\(time($0.0)) --> \(time($0.0 + 5000))\n\(escape($0.1))\n" }.joined()
    }

    /// Returns the number of marks that ``webVTT(_:recording:)`` contains.
    package static func markCount(_ record: SessionRecord, recording number: Int = 1) -> Int {
        marks(record).count { place(of: $0.0, in: record, recording: number) != nil }
    }

    /// Returns the nanoseconds from the start of a recording to a time stamp. Nil if the time stamp
    /// is not within the recording.
    private static func place(
        of stamp: Stamp,
        in record: SessionRecord,
        recording number: Int
    ) -> Int64? {
        guard let start = record.recordings.element(number: number),
            let place = start.nanoseconds(to: stamp)
        else { return nil }
        let next = record.recordings.element(number: number + 1)
        return next?.nanoseconds(to: stamp) == nil ? place : nil
    }

    private static func marks(_ record: SessionRecord) -> [(Stamp, String)] {
        record.marks.filter { !$0.isUndone }.map { ($0.stamp, $0.line()) }
    }

    /// Returns the time stamps of all starts and stops of tasks' clocks, each with the text of its
    /// cue. Includes the stops and starts at pauses and checks.
    private static func clocks(_ record: SessionRecord) -> [(Stamp, String)] {
        var found: [(Stamp, String)] = []
        for run in record.runs {
            let running = run.segments.filter { $0.kind == .running }
            for (place, segment) in running.enumerated() {
                let word = place == 0 ? "starts" : "runs on"
                found.append((segment.from, "task \(run.task): clock \(word)"))
                if let end = segment.to { found.append((end, "task \(run.task): clock stops")) }
            }
        }
        return found
    }

    private static func time(_ milliseconds: Int64) -> String {
        let two = { (value: Int64) in value < 10 ? "0\(value)" : "\(value)" }
        let rest = milliseconds % 1000
        let thousandths = String(repeating: "0", count: 3 - "\(rest)".count) + "\(rest)"
        let seconds = milliseconds / 1000
        return
            "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60)).\(thousandths)"
    }

    /// Escapes a cue's text: `-->`, `&` and `<` are WebVTT syntax, and an empty line would end the
    /// cue.
    private static func escape(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;").split(whereSeparator: \.isNewline)
            .joined(separator: "\n")
    }
}
