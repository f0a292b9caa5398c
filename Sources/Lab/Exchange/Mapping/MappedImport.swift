import CSV
package import Diagnostics
import Foundation
package import ResultsStore
package import StudyDefinition

/// Brings in a table of any shape by a mapping.
package struct MappedImport: Sendable {
    private let folder: StudyFolder
    private let draft: String?
    var study: Study { folder.study }

    /// - Parameter draft: command line that drafts a mapping, for messages.
    package init(study folder: StudyFolder, draft: String? = nil) {
        (self.folder, self.draft) = (folder, draft)
    }

    /// Everything is matched before anything is written; one mismatch refuses all.
    package func importFile(
        _ data: Importer.File,
        mapping: Importer.File,
        into store: ResultsStore
    ) async throws(DiagnosticError) -> [String] {
        let (sessions, lines) = try read(data, mapping: mapping)
        try await store.importSessions(sessions, study: folder)
        return lines
    }

    package func read(
        _ data: Importer.File,
        mapping file: Importer.File
    ) throws(DiagnosticError) -> (sessions: [[SessionEvent]], lines: [String]) {
        guard let text = try? String(contentsOf: file.url, encoding: .utf8) else {
            throw DiagnosticError(
                "no-file",
                at: .init(file: file.name),
                "cannot be read as UTF-8 text",
                fix: draft.map { "draft one with: \($0)" },
                status: .noInput
            )
        }
        let mapping = try Mapping(yaml: text, file: file.name, draft: draft)
        let table = try CSVTable(url: data.url, name: data.name)
        let reading = MappedReading(table, mapping, study: folder.study)
        guard reading.problems.isEmpty else { throw DiagnosticError(reading.problems) }
        let sessions = reading.people.map(events)
        return (sessions, lines(reading))
    }

    private func events(of person: MappedReading.Person) -> [SessionEvent] {
        let study = folder.study
        let order = person.conditions.enumerated().sorted {
            ($0.element.period ?? .infinity, $0.offset) < (
                $1.element.period ?? .infinity, $1.offset
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
                    statesOrder: order.count > 1 ? person.isOrderKnown : nil
                )
            )
        ]
        events += person.answers.map { .answered($0) }
        var run = 0
        for condition in [""] + order {
            for (task, perCondition) in study.analysedTasks
            where perCondition == !condition.isEmpty {
                guard let time = person.times[.init(task: task.id, condition: condition)] else {
                    continue
                }
                run += 1
                events.append(
                    .timeImported(
                        TimeImported(
                            run: run,
                            task: task.id,
                            condition: condition,
                            duration: time.nanoseconds,
                            outcome: time.outcome,
                            raw: time.raw,
                            isTimed: time.isTimed
                        )
                    )
                )
            }
        }
        return events + [.sessionFinished(Closing(complete: true))]
    }

    /// Description of how the table was read, so that a person can verify it.
    private func lines(_ reading: MappedReading) -> [String] {
        let mapping = reading.mapping
        var lines = reading.table.notes
        let people = reading.people
        lines.append(
            "\(counted(people.count, "participant")) in \(counted(reading.table.rows.count, "row"))"
                + (mapping.participant == nil ? ", one a row: P1 to P\(people.count)" : "")
        )
        for condition in folder.study.conditions where folder.study.conditions.count > 1 {
            let count = people.count { $0.conditions.contains { $0.id == condition.id } }
            lines.append("condition \"\(condition.id)\": \(counted(count, "participant"))")
        }
        for column in mapping.times ?? [] {
            let seconds = people.flatMap { person in
                person.times.filter { place, _ in
                    (column.task == nil || place.task == column.task)
                        && (column.condition == nil || place.condition == column.condition)
                }.map { Double($0.value.nanoseconds) / 1e9 }
            }
            guard let least = seconds.min(), let most = seconds.max() else { continue }
            let subject = column.task.map { "task \"\($0)\"" } ?? "each row's task"
            lines.append(
                "column \"\(column.column)\" read as \(column.unit) for \(subject): "
                    + "\(counted(seconds.count, "time")), \(least) s to \(most) s"
            )
        }
        for answer in mapping.answers ?? [] {
            let item = folder.study.questionnaires.first { $0.id == answer.questionnaire }?
                .items.first { $0.id == answer.item }
            guard let item else { continue }
            lines.append(
                "column \"\(answer.column)\" read as \(answer.questionnaire)/\(answer.item): "
                    + item.levels
            )
        }
        let several = people.filter { $0.conditions.count > 1 }
        if !several.isEmpty {
            let known = several.count(where: \.isOrderKnown)
            lines.append(
                "order of conditions: "
                    + (known == several.count
                        ? "stated for all"
                        : known == 0 ? "not known for any" : "stated for \(known)")
                    + " of \(counted(several.count, "participant")) who met several"
            )
        }
        if reading.failuresWithoutTime > 0 {
            let isOne = reading.failuresWithoutTime == 1
            lines.append(
                "\(counted(reading.failuresWithoutTime, "failure")) without a time: counted as "
                    + "\(isOne ? "an attempt" : "attempts"), and in no table of times"
            )
        }
        if reading.successesWithoutTime > 0 {
            lines.append(
                (reading.successesWithoutTime == 1
                    ? "1 success" : "\(reading.successesWithoutTime) successes")
                    + " without a time: "
                    + "counted as completed, and in no table of times"
            )
        }
        for name in mapping.ignore ?? [] { lines.append("column \"\(name)\" was not read") }
        return lines
    }
}
