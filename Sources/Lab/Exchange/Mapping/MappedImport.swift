import CSV
package import Diagnostics
import Foundation
package import ResultsStore
package import StudyDefinition

/// An import of tables of any shape. A mapping file defines the meaning of each table's columns.
package struct MappedImport: Sendable {
    private let folder: StudyFolder
    private let draft: String?
    var study: Study { folder.study }

    /// - Parameter draft: the command line that drafts a mapping, for messages; nil to omit it.
    package init(study folder: StudyFolder, draft: String? = nil) {
        (self.folder, self.draft) = (folder, draft)
    }

    /// A table, and the mapping file that defines the meaning of its columns.
    package struct Source: Sendable {
        package var data: Importer.File
        package var mapping: Importer.File

        package init(data: Importer.File, mapping: Importer.File) {
            (self.data, self.mapping) = (data, mapping)
        }
    }

    /// Imports the tables. Every row is matched to the study before anything is written. If one row
    /// does not match, nothing is imported. Returns lines that describe how the tables were read.
    package func importFiles(
        _ sources: [Source],
        into store: ResultsStore
    ) async throws(DiagnosticError) -> [String] {
        let (sessions, lines) = try read(sources)
        try await store.importSessions(sessions, study: folder)
        return lines
    }

    /// Reads several tables about the same participants, and joins them by participant code.
    /// Returns the sessions, and lines that describe how the tables were read.
    package func read(
        _ sources: [Source]
    ) throws(DiagnosticError) -> (sessions: [[SessionEvent]], lines: [String]) {
        var tables: [(table: CSVTable, mapping: Mapping)] = []
        for source in sources {
            let mapping = try self.mapping(source.mapping)
            if sources.count > 1, mapping.participant == nil {
                throw DiagnosticError(
                    "mapping-participant",
                    at: .init(file: source.mapping.name),
                    "does not name the column with the participants' codes",
                    expected: "participant: COLUMN, because the files are joined by participant"
                )
            }
            let table = try TableFile.read(
                source.data,
                sheet: mapping.sheet,
                layout: mapping.layout
            )
            tables.append((table, mapping))
        }
        let readings = self.readings(of: tables)
        let problems = readings.flatMap(\.problems)
        guard problems.isEmpty, let last = readings.last else { throw DiagnosticError(problems) }
        if let first = sources.first, !readings.contains(where: \.mapping.readsResults) {
            throw DiagnosticError(
                "mapping-nothing",
                at: .init(file: first.mapping.name),
                "names no column with a time, an outcome, an answer or a problem",
                expected: "the key `times`, `outcome`, `answers`, `long` or `problems`"
            )
        }
        try requireConditions(of: last.people, readings)
        let mappings = readings.map(\.mapping)
        let sessions = last.people.map { events(of: $0, mappings) }
        return (sessions, lines(readings) + remarks(sessions, of: last.people))
    }

    /// Reads the tables in order. Each reading includes the results of the earlier tables.
    ///
    /// A file of answers often does not state conditions. If results were refused for this reason,
    /// reads all tables again. In this second pass, a row of such a file belongs to the
    /// participant's only condition in the other files. This does not apply to a file whose mapping
    /// states conditions for some columns, because that mapping is incomplete.
    private func readings(
        of tables: [(table: CSVTable, mapping: Mapping)]
    ) -> [MappedReading] {
        let first = readings(of: tables, tables.map { _ in [:] })
        let isAssigned = first.map { $0.lacksConditions && !$0.mapping.statesConditions }
        guard tables.count > 1, isAssigned.contains(true) else { return first }
        var only: [String: String] = [:]
        for person in first.last?.people ?? [] where person.conditions.count == 1 {
            only[person.code] = person.conditions[0].id
        }
        return readings(of: tables, isAssigned.map { $0 ? only : [:] })
    }

    private func readings(
        of tables: [(table: CSVTable, mapping: Mapping)],
        _ onlyConditions: [[String: String]]
    ) -> [MappedReading] {
        var readings: [MappedReading] = []
        for (source, only) in zip(tables, onlyConditions) {
            let reading = MappedReading(
                source.table,
                source.mapping,
                study: folder.study,
                after: readings.last,
                onlyConditions: only
            )
            readings.append(reading)
        }
        return readings
    }

    /// Throws an error if a participant encountered a usability problem in an unknown condition.
    /// The report would have no table for this problem.
    private func requireConditions(
        of people: [MappedReading.Person],
        _ readings: [MappedReading]
    ) throws(DiagnosticError) {
        // If the study has only one condition, or has a task or questionnaire that belongs to no
        // condition, the report has a matrix for problems without a condition.
        guard study.conditions.count > 1, study.places.allSatisfy(\.perCondition) else { return }
        for person in people {
            let unknown = person.problems.first { problem in
                person.conditions.count != 1 && (problem.task == nil || problem.condition == nil)
            }
            guard let unknown else { continue }
            let table = readings.first { reading in
                reading.mapping.problems != nil && reading.codes.contains(person.code)
            }
            throw DiagnosticError(
                "problem-condition",
                at: table.map { Diagnostic.Place(file: $0.table.file) },
                "the condition in which participant \"\(person.code)\" met problem "
                    + "\"\(unknown.title)\" is unknown",
                fix: "add `task` to the entries of `problems` in the mapping, and `condition` to "
                    + "the mapping; if the table does not state tasks and conditions, remove "
                    + "`problems` and list its columns under `ignore`"
            )
        }
    }

    private func mapping(_ file: Importer.File) throws(DiagnosticError) -> Mapping {
        try requireRegularFile(at: file.url.path, name: file.name)
        guard let text = try? String(contentsOf: file.url, encoding: .utf8) else {
            throw DiagnosticError(
                "no-file",
                at: .init(file: file.name),
                FileKind(at: file.url.path) == nil
                    ? "there is no such mapping" : "cannot be read as UTF-8 text",
                fix: draft.map { "draft a mapping with: \($0)" },
                status: .noInput
            )
        }
        return try Mapping(yaml: text, file: file.name, draft: draft)
    }

    private func events(
        of person: MappedReading.Person,
        _ mappings: [Mapping]
    ) -> [SessionEvent] {
        let study = folder.study
        let order = person.conditions.enumerated().sorted {
            ($0.element.period?.value ?? .infinity, $0.offset) < (
                $1.element.period?.value ?? .infinity, $1.offset
            )
        }
        .map(\.element.id)
        var events: [SessionEvent] = [
            .sessionStarted(
                SessionStart(
                    participant: person.code,
                    study: folder.hash,
                    conditions: order.isEmpty && study.usualConditions.count == 1
                        ? study.usualConditions.map(\.id) : order,
                    source: .import,
                    environment: SessionEnvironment(),
                    statesOrder: order.count > 1 ? person.isOrderKnown : nil,
                    isObserved: person.isObserved ? true : nil
                )
            )
        ]
        var times: [SessionEvent] = []
        var run = 0
        var runs: [MappedReading.Place: [Int]] = [:]
        for condition in [""] + order {
            for (task, perCondition) in study.analysedTasks
            where perCondition == !condition.isEmpty {
                for id in [task.id] + study.others(in: task.id) {
                    let place = MappedReading.Place(task: id, condition: condition)
                    for time in person.times[place] ?? [] {
                        run += 1
                        runs[place, default: []].append(run)
                        times.append(.timeImported(TimeImported(time, run: run, at: place)))
                    }
                }
            }
        }
        var answers = person.answers
        let asked = person.taskAnswers.filter { isAsked($0, person, mappings) }
        answers += asked.filter(person.isBound).map { answer in
            var answered = answer.answer
            let own = runs[answer.place] ?? []
            if own.count > 1, let time = answer.time { answered.run = own[time] }
            return answered
        }
        // A participant's answers may be in several rows and files, so they are checked together.
        answers.flagContradictions(in: study)
        let count = person.answers.count
        events += answers.prefix(count).map { .answered($0) }
        events += times
        events += answers.dropFirst(count).map { .answered($0) }
        for (number, problem) in person.problems.enumerated() {
            var own: Int?
            if let place = place(of: problem, person) {
                own = variants(of: place).compactMap { runs[$0]?.last }.first
                if own == nil {
                    // A mark gets its task and condition from its run, so add a run that is not an
                    // attempt.
                    run += 1
                    runs[place] = [run]
                    own = run
                    let time = MappedReading.Time(nanoseconds: 0, outcome: .notAttempted, raw: "")
                    events.append(.timeImported(TimeImported(time, run: run, at: place)))
                }
            }
            events += [
                .marked(
                    Marked(
                        mark: number + 1,
                        kind: .problem,
                        run: own,
                        severity: problem.severity
                    )
                ),
                .markWorded(MarkWorded(mark: number + 1, text: problem.title)),
            ]
        }
        return events + [.sessionFinished(Closing(complete: true))]
    }

    /// Returns the task and the condition in which the participant encountered a usability problem.
    /// Returns nil if the task or the condition is unknown, or if the task is not analyzed.
    private func place(
        of problem: MappedReading.MetProblem,
        _ person: MappedReading.Person
    ) -> MappedReading.Place? {
        let only = person.conditions.count == 1 ? person.conditions[0].id : nil
        guard let task = problem.task, let condition = problem.condition ?? only,
            study.timedTasks.contains(where: { $0.id == task })
        else { return nil }
        return MappedReading.Place(task: task, condition: condition)
    }

    /// Returns `place`, which is a task and a condition, followed by one place for each
    /// corresponding task in the parallel task sets. All places have the same condition.
    func variants(of place: MappedReading.Place) -> [MappedReading.Place] {
        let first = study.counterpart(of: place.task)
        return ([place.task, first] + study.others(in: first)).map {
            MappedReading.Place(task: $0, condition: place.condition)
        }
    }
}

extension TimeImported {
    init(_ time: MappedReading.Time, run: Int, at place: MappedReading.Place) {
        self.init(
            run: run,
            task: place.task,
            condition: place.condition,
            duration: time.nanoseconds,
            outcome: time.outcome,
            raw: time.raw,
            isTimed: time.isTimed
        )
    }
}

extension Study {
    /// The tasks whose times are imported: the analyzed tasks, and their counterparts in the
    /// parallel task sets.
    var timedTasks: [StudyTask] {
        let ids = Set(analysedTasks.flatMap { [$0.task.id] + others(in: $0.task.id) })
        return tasks.filter { ids.contains($0.id) }
    }

    /// Returns the ids of the tasks that correspond to `task` in the other parallel task sets.
    fileprivate func others(in task: String) -> [String] {
        (taskSets ?? []).map { counterpart(of: task, in: $0) }.filter { $0 != task }
    }
}
