import CSV
import Diagnostics
import ResultsStore
import StudyDefinition

extension MappedImport {
    /// Returns lines that describe how the tables were read, for a person to verify.
    func lines(_ readings: [MappedReading]) -> [String] {
        guard let last = readings.last else { return [] }
        return readings.flatMap { lines($0) } + joined(readings) + people(last)
    }

    /// Returns a line with the number of participants in all files, and a line for each file in
    /// which participants are missing. Returns no lines if there is only one file.
    private func joined(_ readings: [MappedReading]) -> [String] {
        guard readings.count > 1, let all = readings.last?.people else { return [] }
        let count = counted(all.count, "participant")
        let assigned = readings.filter { !$0.onlyConditions.isEmpty }.map { reading in
            "\(reading.table.file) does not state conditions: each participant's results were "
                + "assigned to the participant's only condition in the other files"
        }
        return ["\(count) in \(readings.count) files, joined by participant code"] + assigned
            + readings.compactMap { reading in
                let missing = all.map(\.code).filter { !reading.codes.contains($0) }
                guard let first = missing.first else { return nil }
                return
                    "\(reading.table.file) has no row for "
                    + "\(counted(missing.count, "participant")); the first is \(first)"
            }
    }

    /// Returns lines about answers that contradict other answers, and about required items without
    /// an answer.
    func remarks(_ sessions: [[SessionEvent]], of people: [MappedReading.Person]) -> [String] {
        zip(sessions, people).flatMap { events, person in
            let answers = events.compactMap { event -> Answered? in
                if case .answered(let answer) = event { answer } else { nil }
            }
            return ImportReport.remarks(on: answers, of: person.code, study)
        }
    }

    private func people(_ reading: MappedReading) -> [String] {
        let people = reading.people
        var lines: [String] = []
        for condition in study.conditions where study.conditions.count > 1 {
            let count = people.count { $0.conditions.contains { $0.id == condition.id } }
            lines.append("condition \"\(condition.id)\": \(counted(count, "participant"))")
        }
        let several = people.filter { $0.conditions.count > 1 }
        if !several.isEmpty {
            let known = several.count(where: \.isOrderKnown)
            lines.append(
                "order of conditions: "
                    + (known == several.count
                        ? "stated for all participants"
                        : known == 0 ? "not known for any participant" : "stated for \(known)")
                    + " (\(counted(several.count, "participant")) worked in several conditions)"
            )
        }
        let single = people.count { $0.conditions.count == 1 }
        if let first = several.first, several.count < single {
            let others = several.count > 1 ? " and \(several.count - 1) more" : ""
            lines.append(
                "\(first.code)\(others) worked in several conditions, but most participants "
                    + "worked in only one: verify these conditions in the tables"
            )
        }
        let limits = Dictionary(
            study.tasks.map { ($0.id, $0.timeLimit) },
            uniquingKeysWith: { first, _ in first }
        )
        let late = people.flatMap(\.times).reduce(0) { sum, own in
            guard let limit = limits[own.key.task], limit > 0 else { return sum }
            return sum + own.value.count { Double($0.nanoseconds) / 1e9 > limit }
        }
        if late > 0 {
            lines.append(
                "\(counted(late, "time")) above the time limit of the task: verify the unit and the "
                    + "limit"
            )
        }
        let unbound = people.reduce(0) { sum, person in
            sum + person.taskAnswers.count { !person.isBound($0) }
        }
        if unbound > 0 {
            lines.append(
                "left out \(counted(unbound, "answer")) to questions after a task: the table does "
                    + "not state which observation of the task each answer belongs to"
            )
        }
        return lines
    }

    private func lines(_ reading: MappedReading) -> [String] {
        let (mapping, people) = (reading.mapping, reading.people)
        var lines = reading.table.notes
        lines.append(
            "\(counted(reading.codes.count, "participant")) in "
                + "\(counted(reading.table.rows.count, "row"))"
                + (mapping.participant == nil ? ", one per row: P1 to P\(people.count)" : "")
        )
        lines += codes(reading)
        for (entry, column) in mapping.allTimes.enumerated() {
            guard let account = reading.accounts[entry], let range = account.range,
                let unit = column.unit
            else { continue }
            let (least, most) = (Double(range.lowerBound) / 1e9, Double(range.upperBound) / 1e9)
            let subject = column.task.map { "task \"\($0)\"" } ?? "each row's task"
            lines.append(
                "\(column.heading) read as times in \(unit) for \(subject): "
                    + "\(counted(account.count, "value")), \(least) s to \(most) s"
            )
        }
        lines += outcomes(reading)
        for answer in mapping.allAnswers {
            guard let item = study.item(answer.questionnaire, answer.item) else { continue }
            // `levels` is empty for text, and for numbers without limits and unit.
            let levels = item.levels.isEmpty ? "" : ": \(item.levels)"
            lines.append(
                "column \"\(answer.column)\" read as "
                    + "\(answer.questionnaire)/\(answer.item)\(levels)\(answer.conversion)"
            )
        }
        if let long = mapping.long {
            let count = reading.longAnswers.values.reduce(0, +)
            let questions = reading.longAnswers.count { $0.value > 0 }
            lines.append(
                "column \"\(long.value)\" read as answers to the questions in column "
                    + "\"\(long.item)\": \(counted(count, "answer")) to "
                    + "\(counted(questions, "question")), \(reading.longMissing) without a value"
            )
        }
        let several = people.flatMap { $0.times.values.filter { $0.count > 1 } }
        if !several.isEmpty {
            let most = several.map(\.count).max() ?? 0
            lines.append(
                "some participants have several observations of a task in a condition (at most "
                    + "\(most)); all observations are kept"
            )
        }
        if let columns = mapping.problems, !columns.isEmpty {
            let met = people.reduce(0) { $0 + $1.problems.count }
            lines.append(
                "the matrix of participants and problems has "
                    + "\(counted(columns.count, "problem")), with "
                    + "\(counted(met, "occurrence")) in total"
            )
        }
        if let first = reading.errors.first {
            let count = reading.errors.count
            lines.append(
                "\(counted(count, "cell")) with an error instead of a value (first: "
                    + "\(folded(first.text)) at \(first.place.text)): read as missing unless the "
                    + "mapping's `values` name the error"
            )
        }
        if reading.incompleteSums > 0 {
            let isOne = reading.incompleteSums == 1
            lines.append(
                "\(counted(reading.incompleteSums, "sum")) of columns "
                    + "\(isOne ? "was" : "were") not computed, because some of "
                    + "\(isOne ? "its" : "their") cells have no value"
            )
        }
        if reading.failuresWithoutTime > 0 {
            let isOne = reading.failuresWithoutTime == 1
            lines.append(
                "\(counted(reading.failuresWithoutTime, "failure")) without a time: counted as "
                    + "\(isOne ? "an attempt" : "attempts"), but not in tables of times"
            )
        }
        if reading.successesWithoutTime > 0 {
            lines.append(
                (reading.successesWithoutTime == 1
                    ? "1 success" : "\(reading.successesWithoutTime) successes")
                    + " without a time: counted as completed, but not in tables of times"
            )
        }
        if reading.withoutOutcome > 0 {
            lines.append(
                "\(counted(reading.withoutOutcome, "empty outcome cell")) without a time: counted as "
                    + "not attempted"
            )
        }
        if let program = SurveyProgram(Guess.columns(reading.table)) {
            lines += DoubtfulResponses.all(in: reading.table, of: program).map { found in
                "\(found.words) \(found.count == 1 ? "was" : "were") read as data: to leave "
                    + "\(found.count == 1 ? "it" : "them") out, add "
                    + "`leave_out_if: {\(found.rule)}` to the mapping"
            }
        }
        for name in mapping.ignore ?? [] { lines.append("column \"\(name)\" was not read") }
        return lines
    }

    /// Returns a line about the participant codes in which spaces were replaced with hyphens.
    /// Returns an empty array if there are no such codes.
    private func codes(_ reading: MappedReading) -> [String] {
        let changed = reading.spellings.filter { $0.value.contains(" ") }
        guard let first = changed.min(by: { ParticipantCode.precedes($0.key, $1.key) }) else {
            return []
        }
        return [
            "in \(counted(changed.count, "code")), spaces were replaced with hyphens: "
                + "\"\(first.value)\" is now \"\(first.key)\""
        ]
    }

    /// Returns lines that state, for each column, how often each outcome was read.
    private func outcomes(_ reading: MappedReading) -> [String] {
        let mapping = reading.mapping
        var found: [(column: String, of: String?, counts: [Outcome: Int])] = []
        if let outcome = mapping.outcome {
            let shared = Set(mapping.allTimes.filter { $0.outcome == nil }.map(\.task))
            let only = shared.count == 1 ? shared.first ?? nil : reading.onlyTask
            let task = mapping.task == nil ? only : nil
            found.append((outcome.column, task, reading.sharedOutcomes))
        }
        for (entry, time) in mapping.allTimes.enumerated() {
            guard let outcome = time.outcome else { continue }
            found.append((outcome.column, time.task, reading.accounts[entry]?.outcomes ?? [:]))
        }
        return found.map { column, task, counts in
            let words = Outcome.allCases.compactMap { outcome in
                counts[outcome].map { "\($0) \(outcome.rawValue)" }
            }
            return "column \"\(column)\" read as the outcome of "
                + (task.map { "task \"\($0)\"" } ?? "each row's task") + ": "
                + (words.isEmpty ? "none" : words.joined(separator: ", "))
        }
    }
}

extension Mapping.Answer {
    /// Words for `factor` and `offset`, which convert numbers to the study's scale. Empty if the
    /// entry has neither.
    fileprivate var conversion: String {
        let parts = [
            factor.map { "factor \(plainNumber($0))" }, offset.map { "offset \(plainNumber($0))" },
        ].compactMap(\.self)
        return parts.isEmpty ? "" : ", after \(parts.joined(separator: " and "))"
    }
}

extension Mapping.Time {
    fileprivate var heading: String {
        let names = ([column].compactMap(\.self) + (plus ?? [])).map { "\"\($0)\"" }
        return names.count == 1
            ? "column \(names[0])" : "columns \(names.joined(separator: " + "))"
    }
}
