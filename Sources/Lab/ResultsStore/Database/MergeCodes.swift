import Diagnostics
import Foundation
import GRDB

/// The codes that participants of a merged results file get in this file.
///
/// If a participant already has sessions in this file, the code of the first session is used. If
/// these sessions have different codes, `renaming` can select one of the other codes. It cannot
/// assign a new code to such a participant.
struct MergeCodes: Sendable {
    private struct Person: Hashable {
        var lab: String
        var code: String
    }

    /// Participant codes in the file or hub that is merged into this file, keyed by session
    /// identity. Erased sessions are included.
    let there: [UUID: String]
    private let file: String
    private let renaming: [String: String]
    /// The codes that participants of the merged file already have in this file, in the order of
    /// the sessions. A participant without sessions in this file is omitted. If a participant has
    /// two codes in this file, both are listed.
    private var given: [Person: [String]] = [:]

    init(
        _ other: MergeInput,
        in own: ResultsStore,
        renaming: [String: String]
    ) throws(DiagnosticError) {
        (file, self.renaming) = (other.file, renaming)
        let buried = other.tombstones.compactMap { tombstone in
            tombstone.uuid.map { ($0, tombstone.participant) }
        }
        there = Dictionary(
            other.logs.map { ($0.uuid, $0.participant) } + buried,
            uniquingKeysWith: { first, _ in first }
        )
        // Sessions of a hub can come from several files with different codes.
        guard other.isOneFile else { return }
        let persons = Dictionary(
            other.logs.map { ($0.uuid.uuidString, Person(lab: $0.lab, code: $0.participant)) },
            uniquingKeysWith: { first, _ in first }
        )
        for session in try own.codes(of: Array(persons.keys)) {
            guard let person = persons[session.uuid], isOneLab(person.lab, session.lab) else {
                continue
            }
            given[person, default: []].append(session.code)
        }
    }

    /// Returns the code that a participant of the merged file gets in this file.
    ///
    /// - Parameter participant: the participant's code in the merged file.
    func code(of participant: String, lab: String) -> String {
        let codes = given[Person(lab: lab, code: participant)] ?? []
        guard let wanted = renaming[participant], codes.isEmpty || codes.contains(wanted) else {
            return codes.first ?? participant
        }
        return wanted
    }

    /// Returns whether a participant of the merged file already has a session in this file.
    ///
    /// - Parameter participant: the participant's code in the merged file.
    func isKnown(_ participant: String, lab: String) -> Bool {
        given[Person(lab: lab, code: participant)] != nil
    }

    /// Returns an error for each invalid renaming: the participant already has sessions in this
    /// file, and none of them has the new code.
    ///
    /// - Parameter own: path of this file, for messages.
    func problems(in own: String) -> [Diagnostic] {
        given.compactMap { person, codes -> Diagnostic? in
            guard let wanted = renaming[person.code], !codes.contains(wanted) else { return nil }
            return Diagnostic(
                "code-given",
                at: .init(file: file),
                "participant \"\(person.code)\" already has the code \"\(codes[0])\" in \(own), "
                    + "and cannot get the code \"\(wanted)\"",
                expected: "one code for each participant",
                fix: "nothing was merged; leave out --rename \(person.code)=\(wanted)"
            )
        }.sorted { $0.problem < $1.problem }
    }
}

/// Returns whether logs or tombstones of the labs `one` and `other` can belong to the same
/// session: the labs are equal, or at least one is unknown (empty). Without this check, one lab
/// could change or erase sessions of another lab.
func isOneLab(_ one: String, _ other: String) -> Bool {
    one == other || one.isEmpty || other.isEmpty
}

extension ResultsStore {
    /// Returns the identity, the lab and the participant's code of each session in `sessions` that
    /// this file contains.
    fileprivate func codes(
        of sessions: [String]
    ) throws(DiagnosticError) -> [(uuid: String, lab: String, code: String)] {
        try read { db in
            try db.rows(
                """
                SELECT uuid, lab, participant FROM sessions
                WHERE uuid IN (SELECT value FROM json_each(?)) ORDER BY id
                """,
                [json(sessions)]
            ).map {
                (
                    uuid: try $0.get(0) as String, lab: try $0.get(1) as String,
                    code: try $0.get(2) as String
                )
            }
        }
    }
}
