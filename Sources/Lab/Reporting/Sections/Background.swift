import ResultsStore
import Statistics
import StudyDefinition

extension ReportAnalysis {
    var backgroundBlocks: [Block] { parts.compactMap(byBackground).map { .table($0) } }

    /// Returns a table of the group's results, split by the participants' answers to questions
    /// before the tasks. The questions are single-choice items for which `inTable` is true and at
    /// least two different answers were given. Returns nil if there are no such items or the group
    /// has no tasks.
    private func byBackground(_ part: Part) -> Table? {
        guard !part.tasks.isEmpty else { return nil }
        let versionParts = parts.filter { $0.group.version == part.group.version }
        guard
            let before = versionParts.first(where: { $0.group.condition == nil })
                ?? versionParts.first
        else { return nil }
        var rows: [[Phrase]] = []
        var samples: [[Double]] = []
        let completed = Dictionary(
            part.group.entries.enumerated().map { ($1.participant, $0) },
            uniquingKeysWith: { _, last in last }
        )
        for questionnaire in before.group.introductory {
            for item in questionnaire.items where item.inTable {
                guard case .single(let options) = item.kind else { continue }
                let answers = before.group.answers(questionnaire, item)
                var people: [String: [Int]] = [:]
                for (entry, answer) in zip(before.group.entries, answers) {
                    guard case .options(let chosen)? = answer?.value.meaning,
                        let option = chosen.first, let place = completed[entry.participant]
                    else { continue }
                    people[option, default: []].append(place)
                }
                let used = options.filter { people[$0.id] != nil }
                guard used.count > 1 else { continue }
                rows.append(["\(item.heading)"])
                let compared = used.map { totals(of: people[$0.id] ?? [], part) }
                samples += compared
                let rule = TimeRule(comparing: compared)
                rows += used.map { row($0, people[$0.id] ?? [], part, rule) }
            }
        }
        guard !rows.isEmpty else { return nil }
        let task = part.everyTask
        let time = part.tasks.count == 1 ? "Time on task" : "All tasks together"
        let partial: Phrase =
            part.tasks.count == 1
            ? """
            Completed the task: participants whose task was not attempted or could not be judged \
            are not counted.
            """
            : """
            Completed every task: participants who failed no task, but have a task that was not \
            attempted or could not be judged, are not counted.
            """
        return Table(
            caption: title("Results by background", part),
            columns: ["Answer"],
            figures: ["Participants", "Completed \(task)", "\(time)", "95 % interval"],
            rows: rows,
            notes: [
                """
                \(time): typical time of those who completed \(task)\(part.inKnownTime), \
                minutes:seconds; the geometric mean or, if each answer has more than 30 such \
                times\(TimeRule.exception(comparing: samples)), the median. The differences \
                are described, not tested: among several questions, some show a difference by chance \
                alone. No interval is given for fewer than three participants.
                """
            ] + (part.completion().judged == part.group.entries.count ? [] : [partial])
        )
    }

    private func row(
        _ option: Questionnaire.Option,
        _ places: [Int],
        _ part: Part,
        _ rule: TimeRule
    ) -> [Phrase] {
        let (completed, judged) = part.completion(of: places)
        let totals = totals(of: places, part)
        let typical = TypicalTime(totals, rule: rule)
        // An interval from only two values may extend from seconds to days.
        let interval = totals.count < 3 ? nil : typical.interval.value
        return [
            "\(option.label)", "\(places.count)", "\(outOf(completed, judged))",
            .orDash(typical.value.value.map { roundedTime($0, within: interval) }),
            .orDash(interval.map(timeRange)),
        ]
    }

    /// Returns the total times of the participants at the indices `places`.
    private func totals(of places: [Int], _ part: Part) -> [Double] {
        places.compactMap { part.totalByParticipant[$0] }
    }
}
