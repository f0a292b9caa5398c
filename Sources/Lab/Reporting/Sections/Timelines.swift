import ResultsStore
import StudyDefinition

extension ReportAnalysis {
    /// Timelines of all sessions from the first event to the last. Empty if all sessions were
    /// imported or there are too many to draw.
    var timelinesBlocks: [Block] {
        timelines.isEmpty ? [] : [.figure(tracks), .table(sessionTimes)]
    }

    private var tracks: Figure {
        let conditions = study?.conditions ?? []
        let rows = timelines.map { timeline in
            SessionTracks.Row(
                timeline: timeline,
                numbers: timeline.runs.map { $0.isPractice ? nil : number(of: $0.task) },
                colours: timeline.runs.map { run in
                    conditions.firstIndex { $0.id == run.condition } ?? 0
                }
            )
        }
        let shown = Set(timelines.flatMap { $0.runs.map(\.condition) })
        let legend = conditions.enumerated().filter { shown.contains($0.element.id) }
        let drawn = SessionTracks(
            rows: rows,
            legend: legend.count > 1 ? legend.map { ($0.element.title, $0.offset) } : []
        )
        return Figure(
            caption: """
                Every session: a block is a task, with its number; thin blocks are practice. \
                Hollow blocks: without success. Grey: checking. A line without a block: a pause, or the \
                time between tasks. \(signs.joined(separator: " "))
                """,
            name: "The course of each session",
            description: drawn.description,
            canvas: drawn.canvas
        )
    }

    /// Sentences that explain the symbols in the drawing.
    @ListBuilder<String> private var signs: [String] {
        let kinds = Set(timelines.flatMap { $0.marks.map(\.kind) })
        let letters = Marked.Kind.allCases.filter(kinds.contains)
            .map { "\($0.letter): \($0.words)" }
        let listed = letters.joined(separator: ", ")
        if !letters.isEmpty {
            "Letters are marks (\(listed)); letters that would overlap are left out."
        }
        if timelines.contains(where: { $0.checks.contains { $0.verdict != .passed } }) {
            "A cross is a check that did not pass."
        }
        if timelines.contains(where: { !$0.interruptions.isEmpty }) {
            "A dashed line is an interruption, whose time is left out."
        }
    }

    /// Returns the number by which the report's tables identify the task, from 1; nil for a task
    /// that is not analyzed.
    private func number(of task: String) -> Int? {
        parts.lazy.flatMap(\.tasks).first { $0.variants.contains { $0.id == task } }?.number
    }

    private var sessionTimes: Table {
        Table(
            caption: "Time spent in each session, minutes:seconds",
            columns: ["Participant"],
            figures: [
                "Session", "Tasks", "Paused", "Checking", "Other", "Marks", "Failed checks",
                "Interruptions",
            ],
            rows: timelines.map { timeline in
                let kinds: [RunRecord.Segment.Kind] = [.running, .paused, .checking]
                let times = kinds.map(timeline.seconds)
                let other = max(0, timeline.length - times.reduce(0, +))
                return [Phrase(words: timeline.participant)]
                    + ([timeline.length] + times + [other]).map { "\(roundedTime($0))" }
                    + [
                        "\(timeline.marks.count)",
                        "\(timeline.checks.count { $0.verdict == .failed })",
                        "\(timeline.interruptions.count)",
                    ]
            },
            notes: [
                """
                Tasks: time on task, including practice and earlier runs of a task. Other: \
                consent, questionnaires, instructions and the rest.
                """
            ]
        )
    }
}
