import Diagnostics
import ResultsStore
import StudyDefinition

extension ReportAnalysis {
    @ListBuilder<Block> var observationsBlocks: [Block] {
        let observed = entries.filter { !$0.isImported }
        if hasImported {
            let who = isAllImported ? "The sessions" : "Some sessions"
            let contents =
                importsStateAssists
                ? "no mistakes or notes, and show only which successes were assisted"
                : "no assists, mistakes or notes"
            "\(who) were imported; imported files contain \(contents)."
        }
        if !observed.isEmpty {
            for part in parts where !part.tasks.isEmpty { countsTable(part) }
            if observed.count <= Document.mostInPlace {
                marksTable
            } else {
                let count = observed.reduce(0) { sum, entry in
                    sum + entry.record.marks.count { !$0.isUndone }
                }
                let place = marksTable == nil ? "" : "the appendix and in "
                let marks = count == 1 ? "The one mark is" : "The \(count) marks, one by one, are"
                if count > 0 { "\(marks) in \(place)tables/marks.csv." }
            }
        }
    }

    /// Whether the imported files state which successes were assisted. This is assumed if an
    /// imported session has a success with an assist.
    var importsStateAssists: Bool {
        entries.contains { entry in
            entry.isImported && entry.record.runs.contains { $0.outcome == .assistedSuccess }
        }
    }

    /// A table of every mark; nil if there are no marks, or too many marks or participants.
    var marksTable: Table? {
        let observed = entries.filter { !$0.isImported }
        guard observed.count <= Document.mostRows else { return nil }
        let rows = observed.flatMap(marks(of:))
        guard !rows.isEmpty, rows.count <= Document.mostMarks else { return nil }
        return Table(
            caption: "The facilitator's marks, in the order of the sessions",
            columns: [
                .init("Participant"), .init("Task"), .init("At", .figure), .init("Mark"),
                .init("Words"),
            ],
            rows: rows,
            notes: ["At: time on task when the facilitator made the mark."]
        )
    }

    private func countsTable(_ part: Part) -> Table {
        var rows = part.tasks.map { task in
            let marks = part.group.entries.flatMap { entry in
                entry.record.marks.filter { entry.isRun($0.run, of: task, part.group.conditionID) }
            }
            return [label(task)] + counts(of: marks)
        }
        let between = entries.filter {
            sample.definitions[$0.start.study]?.version == part.group.version
        }
        .flatMap { $0.record.marks.filter { $0.run == nil } }
        // Marks between tasks belong to no condition, so they are counted in the first table of a
        // version.
        let first = parts.first { $0.group.version == part.group.version && !$0.tasks.isEmpty }
        if !between.isEmpty, first?.name == part.name {
            rows.append(["Between tasks"] + counts(of: between))
        }
        return Table(
            caption: title("Marks of the facilitator by task", part),
            columns: ["Task"],
            figures: [
                "Assists", "Mistakes", "Tool failures", "Notes", "Problems", "Questions",
                "Undone",
            ],
            rows: rows,
            notes: notes(on: part)
        )
    }

    @ListBuilder<Phrase> private func notes(on part: Part) -> [Phrase] {
        let marks = part.group.entries.flatMap { entry in
            entry.record.marks.filter { mark in
                part.tasks.contains { entry.isRun(mark.run, of: $0, part.group.conditionID) }
            }
        }
        if marks.contains(where: \.isUndone) {
            "Undone marks are counted in their own column only."
        }
        let assists = marks.filter { $0.kind == .assist && !$0.isUndone }
        if assists.contains(where: { $0.level != nil }) {
            let levels: [Int?] = [1, 2, 3, nil]
            let counts = levels.compactMap { level -> String? in
                let count = assists.count { $0.level == level }
                return count == 0 ? nil : "\(Marked.words(ofLevel: level)) \(count)"
            }
            "Assists by level: \(counts.joined(separator: ", "))."
        }
        let earlier = part.group.entries.contains { entry in
            part.tasks.contains { task in
                let last = entry.run(of: task.variants.map(\.id), condition: part.group.conditionID)
                return entry.record.marks.contains {
                    $0.run != last?.number && entry.isRun($0.run, of: task, part.group.conditionID)
                }
            }
        }
        if earlier {
            "The counts include marks of earlier runs of a task; “Irregularities” lists the runs."
        }
    }

    /// Returns the number of marks of each kind, not counting undone marks. The last element is the
    /// number of undone marks of all kinds.
    private func counts(of marks: [SessionRecord.Mark]) -> [Phrase] {
        Marked.Kind.allCases.map { kind in
            "\(marks.count { $0.kind == kind && !$0.isUndone })"
        } + ["\(marks.count(where: \.isUndone))"]
    }

    private func marks(of entry: Entry) -> [[Phrase]] {
        let codes = sample.definitions[entry.start.study]?.codeTitles ?? [:]
        return entry.record.marks.filter { !$0.isUndone }.map { mark in
            [
                Phrase(words: entry.participant), "\(entry.taskTitle(run: mark.run, in: sample))",
                .orDash(mark.elapsed.map { truncatedTime(Double($0) / 1e9) }),
                "\(mark.details(codes).joined(separator: ", "))", words(of: mark, entry),
            ]
        }
    }

    private func words(of mark: SessionRecord.Mark, _ entry: Entry) -> Phrase {
        if !mark.text.isEmpty { return Phrase(words: mark.text) }
        return entry.record.withheld == nil ? "-" : "withheld"
    }

    /// The results of the checks. The table of all checks is in this section if there are few
    /// participants; otherwise it is in the appendix.
    @ListBuilder<Block> var checksBlocks: [Block] {
        if entries.count <= Document.mostInPlace { checksTable }
        recheckBlocks
    }

    var checksTable: Table? {
        let rows = entries.flatMap { entry in
            let practice = Set(entry.record.runs.filter(\.practice).map(\.number))
            return entry.record.attempts.filter { !practice.contains($0.run) }.map { attempt in
                [
                    Phrase(words: entry.participant),
                    "\(entry.taskTitle(run: attempt.run, in: sample))",
                    "\(attempt.number)", "\(truncatedTime(Double(attempt.elapsed) / 1e9))",
                    "\(attempt.verdict.words)\(attempt.scripted ? " (by the script)" : "")",
                    attempt.reason.isEmpty ? "-" : Phrase(words: attempt.reason),
                    "\(fixed(Double(attempt.duration) / 1e9, 1))",
                ] as [Phrase]
            }
        }
        guard !rows.isEmpty else { return nil }
        let rest = rows.count - Document.mostMarks
        let more: [Phrase] =
            rest > 0
            ? ["\(rest) more checks are in the table “checks” that evalrun export writes."] : []
        return Table(
            caption: "Every check that was run, in the order of the sessions",
            columns: [
                .init("Participant"), .init("Task"), .init("Attempt", .figure),
                .init("At", .figure),
                .init("Verdict"), .init("Reason"), .init("Check took, s", .figure),
            ],
            rows: Array(rows.prefix(Document.mostMarks)),
            notes: more + [
                """
                At: time on task when “done” was entered. The time of a check never counts as time \
                on task, and a fault of the checker never counts as a failure.
                """
            ]
        )
    }
}

extension Entry {
    func isRun(_ number: Int?, of task: TaskResult, _ condition: String) -> Bool {
        record.runs.contains { run in
            run.number == number && run.condition == condition && !run.practice
                && task.variants.contains { $0.id == run.task }
        }
    }

    /// Returns the title of a run's task, from the study definition with which the session was run.
    func taskTitle(run number: Int?, in sample: Sample) -> String {
        guard let run = record.runs.last(where: { $0.number == number }) else {
            return "between tasks"
        }
        let study = sample.definitions[start.study]
        let title = study?.tasks.first { $0.id == run.task }?.title ?? run.task
        let condition =
            (study?.conditions.count ?? 0) > 1
            ? study?.conditions.first { $0.id == run.condition }?.title : nil
        return title + (condition.map { " (\($0))" } ?? "") + (run.practice ? " (practice)" : "")
    }
}

extension SessionRecord.Mark {
    /// Returns the kind of the mark in words. The codebook entry, the severity of a problem and the
    /// level of an assist follow if they were recorded.
    @ListBuilder<String> fileprivate func details(_ codes: [String: String]) -> [String] {
        kind.words
        if let code { codes[code] ?? code }
        if kind == .problem, let severity { Marked.words(ofSeverity: severity) }
        if kind == .assist, let level { Marked.words(ofLevel: level) }
    }
}

extension Marked {
    fileprivate static func words(ofLevel level: Int?) -> String {
        switch level {
        case 1: "hint"
        case 2: "instruction"
        case 3: "done for the participant"
        case let other?: "level \(other)"
        case nil: "without a level"
        }
    }

    fileprivate static func words(ofSeverity severity: Int) -> String {
        let words = ["cosmetic", "minor", "major", "catastrophic"]
        return words.element(number: severity) ?? "severity \(severity)"
    }
}

extension Marked.Kind {
    var words: String {
        switch self {
        case .assist: "assist"
        case .mistake: "mistake"
        case .toolFailure: "tool failure"
        case .note: "note"
        case .problem: "problem"
        case .question: "question"
        }
    }
}

extension Verdict {
    var words: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .fault: "checker error"
        }
    }
}
