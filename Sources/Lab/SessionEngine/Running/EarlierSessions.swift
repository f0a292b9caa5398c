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
        records = try store.sessions(participant: participant, isOwn: true)
            .filter { $0.study == study }.inFileOrder.map(\.record)
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

extension EarlierSessions {
    /// Returns a message that states why no session of the participant can be expected: the data
    /// were erased, the participant has withdrawn, or all planned sessions of the participant's
    /// studies have ended. Otherwise, or if the results file cannot be read, returns nil.
    package static func end(of participant: String, results: String) -> String? {
        guard FileManager.default.fileExists(atPath: results),
            let store = try? ResultsStore(path: results, access: .read)
        else { return nil }
        defer { store.close() }
        if (try? store.isErased(participant)) == true {
            return "The data of \(participant) were erased; this code cannot be used again."
        }
        guard let sessions = try? store.sessions(participant: participant, isOwn: true).inFileOrder,
            let last = sessions.last
        else { return nil }
        if sessions.contains(where: { $0.record.withdrawal != nil }) {
            return "\(participant) has withdrawn; no further sessions are possible."
        }
        let studies = Dictionary(grouping: sessions, by: \.study).values
        guard studies.allSatisfy(\.haveEnded) else { return nil }
        let reason =
            last.record.state == .finished
            ? "\(participant) has already finished the study “\(last.study)”."
            : "The session of \(participant) in the study “\(last.study)” was ended early, and cannot "
                + "be continued."
        return reason + "\n  A session of another study can be controlled once it runs."
    }
}

extension [StoredSession] {
    /// Whether a participant has no planned session left in a study. The elements are the
    /// participant's sessions of the study, in file order. True if the last of them has ended and
    /// their number has reached the planned number. If several sessions are planned, pilots are not
    /// counted.
    fileprivate var haveEnded: Bool {
        guard let last, last.record.hasEnded else { return false }
        let planned = last.record.start?.plan?.sessions ?? 1
        return planned < 2 || self.count { $0.record.start?.pilot == false } >= planned
    }

    /// The sessions in the order in which they were added to the results file. Their start times
    /// are not compared, because a machine's clock may be wrong.
    var inFileOrder: [StoredSession] { sorted { $0.id < $1.id } }
}
