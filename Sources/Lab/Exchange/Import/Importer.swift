import CSV
package import Diagnostics
package import Foundation
package import ResultsStore
package import StudyDefinition

/// Importer of answers and times that were collected with other tools. It reads the export of a
/// form, and a table of times, as the tools wrote them. Every row is matched to the study before
/// anything is written. If one row does not match, nothing is imported.
package struct Importer: Sendable {
    /// A file, and its name in messages: the path as the user typed it.
    package struct File: Sendable {
        package var url: URL
        package var name: String

        package init(url: URL, name: String) { (self.url, self.name) = (url, name) }
    }

    private let folder: StudyFolder

    package init(study folder: StudyFolder) { self.folder = folder }

    /// Imports the files `answers` and `times` in one transaction. Either file may be nil, but not
    /// both.
    package func importFiles(
        answers: File?,
        times: File?,
        into store: ResultsStore
    ) async throws(DiagnosticError) -> ImportReport {
        let (sessions, report) = try read(answers: answers, times: times)
        try await store.importSessions(sessions, study: folder)
        return report
    }

    /// Reads the files. Returns the sessions and the report of an import, without writing anything.
    package func read(
        answers: File?,
        times: File?
    ) throws(DiagnosticError) -> (sessions: [[SessionEvent]], report: ImportReport) {
        guard answers != nil || times != nil else {
            throw DiagnosticError(
                "nothing-to-import",
                "there is nothing to import",
                fix: "name a file with --answers CSV, --times CSV or both",
                status: .usage
            )
        }
        let condition = try onlyCondition()
        let answered = try answers.map(table)
        let timed = try times.map(table)
        let study = folder.study
        var problems: [Diagnostic] = []
        let sheet = answered.map {
            AnswerSheet($0, study: study, condition: condition, problems: &problems)
        }
        let times = timed.map { TimeTable($0, study: study, problems: &problems) }
        guard problems.isEmpty else { throw DiagnosticError(problems) }
        let pairing = try Pairing(answers: sheet, times: times)
        let sessions = pairing.participants.map { events(of: $0, sheet, times, condition) }
        let report = ImportReport(
            study: study,
            pairing: pairing,
            answers: sheet,
            times: times,
            notes: [answered, timed].compactMap(\.self).flatMap(\.notes)
        )
        return (sessions, report)
    }

    private func table(_ file: File) throws(DiagnosticError) -> CSVTable {
        try CSVTable(
            url: file.url,
            name: file.name,
            workbookFix: "save the sheet as CSV, or import the XLSX workbook with --data FILE "
                + "--mapping FILE"
        )
    }

    /// Returns the study's only condition. The files do not name conditions, so a study with
    /// several conditions cannot be imported this way.
    private func onlyCondition() throws(DiagnosticError) -> String {
        let conditions = folder.study.usualConditions
        guard conditions.count <= 1 else {
            throw DiagnosticError(
                "several-conditions",
                "study \"\(folder.study.id)\" has \(conditions.count) conditions, and the files "
                    + "do not say which condition each row belongs to",
                expected: "a study with one condition",
                fix: """
                    describe the table in a mapping, and name the conditions there: --data FILE \
                    --mapping FILE; to draft the mapping, use --data FILE --guess
                    """
            )
        }
        return conditions.first?.id ?? ""
    }

    private func events(
        of participant: Pairing.Participant,
        _ sheet: AnswerSheet?,
        _ table: TimeTable?,
        _ condition: String
    ) -> [SessionEvent] {
        let study = folder.study
        let answered = participant.answerRow.flatMap { sheet?.rows[$0] }?.answers ?? []
        let times = participant.timeRow.flatMap { table?.rows[$0] }?.times ?? [:]
        var events: [SessionEvent] = [
            .sessionStarted(
                SessionStart(
                    participant: participant.id,
                    study: folder.hash,
                    conditions: study.usualConditions.map(\.id),
                    source: .import,
                    environment: SessionEnvironment()
                )
            )
        ]
        var run = 0
        for place in study.places {
            switch place.subject {
            case .questionnaire(let questionnaire):
                events += answered.filter { $0.questionnaire == questionnaire.id }
                    .map { .answered($0) }
            case .task(let task):
                guard let time = times[task.id] else { continue }
                run += 1
                events.append(
                    .timeImported(
                        TimeImported(
                            run: run,
                            task: task.id,
                            condition: place.perCondition ? condition : "",
                            duration: time.nanoseconds,
                            outcome: .success,
                            raw: time.raw
                        )
                    )
                )
            }
        }
        return events + [.sessionFinished(Closing(complete: true))]
    }
}
