import Diagnostics
import ResultsStore
import StudyDefinition

extension ReportAnalysis {
    /// Irregularities that affect the interpretation of the numbers.
    var irregularitiesBlocks: [Block] {
        let (contradicting, omitted, corrected) = oddAnswers
        let lists: [(Phrase, [Phrase])] = [
            ("Times that could not be measured completely", entries.flatMap(flagged)),
            (
                "Times missing from the imported file, or zero for a failure",
                entries.flatMap(untimed)
            ),
            ("Gaps within sessions", entries.flatMap(gaps)),
            ("Pauses, which do not count as time on task", entries.flatMap(pauses)),
            (
                "Tasks that started from the reference solution of an earlier task",
                entries.flatMap(overlaid)
            ),
            (
                """
                Earlier runs of tasks that were run again. Only the last run counts; it began with \
                the work of the earlier run, unless this work was removed
                """,
                entries.filter { !$0.isImported }.flatMap(repeated)
            ),
            (
                """
                Several observations of a task in a condition. Together they are one result, a success \
                if any of them succeeded; models and survival tests use each of them
                """,
                entries.filter(\.isImported).flatMap(repeated)
            ),
            ("Answers that contradict an earlier answer; all of them are included", contradicting),
            ("Required questions left without an answer", omitted),
            ("Answers that were corrected; the last correction counts", corrected),
        ]
        let blocks = lists.filter { !$0.1.isEmpty }.flatMap { heading, items -> [Block] in
            [.heading(heading), .list(items)]
        }
        return blocks.isEmpty && !entries.isEmpty
            ? [.paragraph("No irregularities were recorded.")] : blocks
    }

    /// Returns a participant and a task as text, such as `P1, Search`.
    private func place(_ entry: Entry, _ run: SessionResults.Run) -> Phrase {
        "\(words: entry.participant), \(entry.taskTitle(run: run.number, in: sample))"
    }

    private func flagged(_ entry: Entry) -> [Phrase] {
        guard !entry.isImported else { return [] }
        return entry.record.runs.filter { $0.isFlagged && !$0.practice }.map { place(entry, $0) }
    }

    private func untimed(_ entry: Entry) -> [Phrase] {
        guard entry.isImported else { return [] }
        return entry.record.runs.filter { $0.outcome?.isAttempt == true && !$0.isTimed }.map {
            "\(place(entry, $0)): \($0.outcome?.words ?? "")"
        }
    }

    private func pauses(_ entry: Entry) -> [Phrase] {
        entry.record.runs.filter { $0.paused > 0 && !$0.practice }.map {
            "\(place(entry, $0)): \(roundedTime(Double($0.paused) / 1e9))"
        }
    }

    private func gaps(_ entry: Entry) -> [Phrase] {
        entry.record.gaps.map { gap in
            let place = gap.run.map { ", in \(entry.taskTitle(run: $0, in: sample))" } ?? ""
            let reboot = gap.spansReboot ? ", across a restart of the machine" : ""
            return "\(words: entry.participant): \(fixed(gap.seconds, 0)) s\(place)\(reboot)"
        }
    }

    private func overlaid(_ entry: Entry) -> [Phrase] {
        entry.record.runs.filter { !$0.overlaid.isEmpty && !$0.practice }.map {
            "\(place(entry, $0)): solution of \(listed($0.overlaid.sorted()))"
        }
    }

    /// Describes repeated runs of a task within one condition, with one phrase for each run. The
    /// last run of a task has a phrase only in an imported session, in which every run counts. A
    /// phrase states the run's outcome, its time and its number of marks.
    private func repeated(_ entry: Entry) -> [Phrase] {
        let runs = entry.record.runs.filter { !$0.practice }
        return runs.enumerated().compactMap { index, run in
            func isSame(_ other: SessionResults.Run) -> Bool {
                other.task == run.task && other.condition == run.condition
            }
            let number = runs[...index].count(where: isSame)
            let isRepeated = runs[(index + 1)...].contains(where: isSame)
            guard isRepeated || entry.isImported && number > 1 else { return nil }
            let marks = entry.record.marks.count { $0.run == run.number && !$0.isUndone }
            let marked = marks == 0 ? "" : ", \(counted(marks, "mark"))"
            let time = run.isTimed ? " after \(truncatedTime(Double(run.running) / 1e9))" : ""
            return """
                \(place(entry, run)), run \(number): \
                \(run.outcome?.words ?? "not finished")\(time)\(marked)
                """
        }
    }

    // MARK: Answers

    /// A question to a participant. `task` is nil if the question is not asked after a task.
    private typealias Question = (
        group: Group, entry: Entry, questionnaire: String, item: Questionnaire.Item,
        task: StudyTask?
    )

    /// Answers that need attention, sorted by participant and then by question.
    private var oddAnswers: (contradicting: [Phrase], omitted: [Phrase], corrected: [Phrase]) {
        var (contradicting, omitted, corrected): ([Phrase], [Phrase], [Phrase]) = ([], [], [])
        let sessions = Dictionary(grouping: entries, by: \.participant)
        for part in parts {
            var found: [(place: Int, number: Int, at: Question, column: Int?)] = []
            func add(_ questionnaire: Questionnaire, after task: StudyTask?) {
                for item in questionnaire.items {
                    let column = part.group.column(questionnaire.id, item.id, task: task?.id ?? "")
                    for (place, entry) in part.group.entries.enumerated()
                    where entry.isOdd(column, isRequired: item.required) {
                        let at: Question = (part.group, entry, questionnaire.id, item, task)
                        found.append((place, found.count, at, column))
                    }
                }
            }
            for questionnaire in part.group.questionnaires { add(questionnaire, after: nil) }
            if let questionnaire = part.group.afterTask {
                for task in part.tasks.flatMap(\.variants) { add(questionnaire, after: task) }
            }
            var unreached: [(participant: String, item: Phrase)] = []
            var open: [(at: Question, item: Phrase)] = []
            for (_, _, at, column) in found.sorted(by: {
                ($0.place, $0.number) < ($1.place, $1.number)
            }) {
                let answer = at.entry.answer(column)
                contradicting += [contradiction(at, answer)].compactMap(\.self)
                let own = sessions[at.entry.participant] ?? []
                if let (item, isEnded) = omission(at, answer, own) {
                    if isEnded {
                        unreached.append((at.entry.participant, item))
                    } else {
                        open.append((at, item))
                    }
                }
                corrected += [correction(at, answer)].compactMap(\.self)
            }
            omitted += open.grouped(by: { place(of: $0.at) }).flatMap { _, items in
                unanswered(items)
            }
            // A session that was ended early may lack many answers. One phrase per participant
            // covers all missing answers.
            omitted += unreached.grouped(by: \.participant).map { participant, items in
                let item: Phrase =
                    items.count == 1
                    ? items[0].item : "\(words: participant): \(items.count) questions"
                return "\(item); the session was ended before its last step"
            }
        }
        return (contradicting, omitted, corrected)
    }

    /// Returns a key for grouping questions: the participant, the questionnaire and the task.
    private func place(of at: Question) -> [String] {
        [at.entry.participant, at.questionnaire, at.task?.id ?? ""]
    }

    /// Returns one phrase for each question of a questionnaire that a participant did not answer.
    /// If the questionnaire has more than three required questions and all of them are unanswered,
    /// one phrase covers them.
    private func unanswered(_ items: [(at: Question, item: Phrase)]) -> [Phrase] {
        guard let at = items.first?.at,
            let own = at.group.study.questionnaires.first(where: { $0.id == at.questionnaire }),
            items.count > 3, items.count == own.items.count(where: \.required)
        else { return items.map(\.item) }
        return [
            """
            \(words: at.entry.participant): all \(items.count) required questions of \
            “\(own.title)”\(occasion(at))
            """
        ]
    }

    /// Returns the sessions in which the participant was asked the question. `own` contains all
    /// sessions of the participant. A questionnaire outside the conditions is asked in only one of
    /// the planned sessions of a participant.
    ///
    /// A question after a task is skipped if the task's clock never ran, or if the facilitator
    /// ended the session during the task. In an imported session, a question after a task counts as
    /// asked only if it was answered.
    private func sessions(
        asking at: Question,
        _ answer: SessionRecord.Answer?,
        _ own: [Entry]
    ) -> [Entry] {
        guard let task = at.task else {
            guard at.group.condition == nil else { return [at.entry] }
            return own.filter { session in
                sample.definitions[session.start.study]?.version == at.group.version
                    && session.start.plan?.phases(of: at.group.study)
                        .contains(.questionnaire(at.questionnaire)) ?? true
            }
        }
        if at.entry.isImported { return answer == nil ? [] : [at.entry] }
        let run = at.entry.run(of: [task.id], condition: at.group.conditionID)
        return run?.hasStarted == true && run?.outcome != .endedByFacilitator ? [at.entry] : []
    }

    /// Returns the text of the question, with the task after which it was asked in parentheses. If
    /// the study has several conditions, the condition follows the task.
    private func question(_ at: Question) -> Phrase {
        "“\(at.item.text)”\(occasion(at))"
    }

    private func occasion(_ at: Question) -> String {
        let condition = at.group.study.conditions.count > 1 ? at.group.condition?.title : nil
        let place = [at.task?.title, condition].compactMap(\.self).joined(separator: ", ")
        return place.isEmpty ? "" : " (\(place))"
    }

    private func contradiction(_ at: Question, _ answer: SessionRecord.Answer?) -> Phrase? {
        guard let answer, answer.contradicts, let words = at.item.words(for: answer.value),
            let showIf = at.item.showIf
        else { return nil }
        let condition = at.group.study.questionnaires.first { $0.id == showIf.questionnaire }?
            .items.first { $0.id == showIf.item }
        let options = showIf.options.map { id in
            condition?.options.first { $0.id == id }?.label ?? id
        }
        return """
            \(words: at.entry.participant) answered “\(words)” to \(question(at)), which is \
            asked only of those who answered \(options.joined(separator: " or ")) to \
            “\(condition?.text ?? showIf.item)”
            """
    }

    /// Returns text about a required question without an answer. `isEnded` is true if a session
    /// ended early and may not have reached the question. Returns nil if the question is optional,
    /// answered, not shown, or not asked in any session of the report.
    private func omission(
        _ at: Question,
        _ answer: SessionRecord.Answer?,
        _ own: [Entry]
    ) -> (item: Phrase, isEnded: Bool)? {
        guard at.item.required, at.item.words(for: answer?.value) == nil,
            at.group.isShown(at.item, to: at.entry, after: at.task?.id ?? "")
        else { return nil }
        // No questions are asked after a task whose clock never ran. If the task had an earlier
        // run, the answers after that run were withdrawn.
        if let task = at.task,
            at.entry.run(of: [task.id], condition: at.group.conditionID)?.hasStarted == false
        {
            return nil
        }
        let asking = sessions(asking: at, answer, own)
        if asking.isEmpty { return nil }
        let isEnded = asking.contains { $0.record.state == .ended }
        return ("\(words: at.entry.participant): \(question(at))", isEnded)
    }

    private func correction(_ at: Question, _ answer: SessionRecord.Answer?) -> Phrase? {
        guard let answer, answer.corrections > 0 else { return nil }
        let times = answer.corrections == 1 ? "once" : "\(answer.corrections) times"
        let after = "\(answer.corrections == 1 ? "" : "most recently ")after the session"
        let reason: Phrase =
            switch answer.amendment {
            case nil: ""
            case ""?: ", \(after), for a reason that is withheld"
            case let words?: ", \(after): “\(words: words)”"
            }
        return "\(words: at.entry.participant): \(question(at)), \(times)\(reason)"
    }
}
