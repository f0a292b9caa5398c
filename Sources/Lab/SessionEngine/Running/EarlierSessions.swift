package import Diagnostics
import Foundation
package import ResultsStore

/// A participant's sessions of one study in a results file.
package struct EarlierSessions: Sendable {
    private let records: [SessionRecord]

    /// Reads the sessions. If there is no results file, there are none.
    package init(
        of participant: String,
        study: String,
        results: String
    ) throws(DiagnosticError) {
        guard FileManager.default.fileExists(atPath: results) else {
            records = []
            return
        }
        let store = try ResultsStore(path: results, access: .read)
        defer { store.close() }
        records = try store.sessions(participant: participant).filter { $0.study == study }
            .inFileOrder.map(\.record)
    }

    /// The start of the last session if that session is unfinished; otherwise nil.
    /// ``SessionRunner/run()`` continues an unfinished session with the conditions and the study
    /// version in its `SessionStart`.
    package var unfinished: SessionStart? {
        records.last.flatMap { $0.hasEnded ? nil : $0.start }
    }

    /// Returns the number of sessions that were finished or ended early. If `pilot` is true, counts
    /// only pilots; otherwise, counts only sessions that are not pilots.
    package func held(pilot: Bool) -> Int {
        records.count { $0.hasEnded && $0.start?.pilot == pilot }
    }

    /// Returns the answers from the sessions before the next one. If the next session is a pilot,
    /// includes only pilots; otherwise, includes only sessions that are not pilots. An unfinished
    /// session counts as the next session.
    package func answers(pilot: Bool) -> [SessionRecord.AnswerKey: SessionRecord.Answer] {
        let next = unfinished
        let pilot = next?.pilot ?? pilot
        let before = records.dropLast(next == nil ? 0 : 1)
        return SessionRunner.answers(before.filter { $0.start?.pilot == pilot })
    }
}

extension [StoredSession] {
    /// The sessions in the order in which they were added to the results file. Their start times
    /// are not compared, because a machine's clock may be wrong.
    var inFileOrder: [StoredSession] { sorted { $0.id < $1.id } }
}
