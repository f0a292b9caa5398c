import Diagnostics
import Foundation

/// A problem that synchronization reports but must not resolve by itself, such as different data at
/// the hub and in the results file.
enum Incident {
    /// Several copies of a results file have each recorded events of one session. `at` is the
    /// number of the first event that differs; `count` is the number of branches, nil if it is not
    /// known.
    case branches(_ participant: String, UUID, at: Int, count: Int? = nil)
    /// The hash chain of a session at the hub is broken at an event: the event cannot be decoded,
    /// does not match its hash, or lacks its predecessor.
    case broken(UUID, at: Int)
    /// The definition of a session's study is missing at the hub, or does not match its hash.
    case definition(UUID)
    /// An event has the right hash, but content that evalrun never records.
    case malformed(UUID)
    /// A session at the hub cannot be stored in the results file, because the session has rows that
    /// evalrun never records.
    case refused(UUID, _ problem: String)
    /// Several labs have pushed a session with the same identity.
    case severalLabs(UUID)
    /// Several labs have locked the same study with `evalrun lock`, and their locks differ.
    case locks(_ study: String, of: [String])
    /// After a session was pushed, a merge gave its participant another code in the local results
    /// file. A hub never changes a code.
    case renamedHere(String, UUID, codeAtHub: String)
    /// A session was erased in the local results file but is still at the hub. The participant's
    /// code is empty if it is not known.
    case erasedHere(UUID, lab: String, participant: String)
    /// Withdrawal of consent to another lab's session was recorded in the local results file, but
    /// not at the hub.
    case withdrawnHere(UUID, lab: String, participant: String)
    /// A session must be erased, but its participant has another session in progress in the local
    /// results file. The erasure therefore has to wait.
    case erasureWaits(UUID)
    /// The last push, at the end of a session, took too long.
    case notPushed
    /// Files of a session at the hub do not match their hashes, or a snapshot cannot be read.
    case contents(UUID)

    func diagnostic(hub: String) -> Diagnostic {
        let (id, problem, expected, fix) = words
        return Diagnostic(
            id,
            severity: .warning,
            at: .init(file: hub),
            problem,
            expected: expected,
            fix: fix
        )
    }

    private var words: (id: String, problem: String, expected: String?, fix: String) {
        switch self {
        case .branches(let participant, let session, let number, let count):
            (
                "two-branches",
                "the session of \(participant) has \(count.map(String.init) ?? "several") branches "
                    + "from event \(number) on: several copies of the results file each recorded "
                    + "further events",
                "a session whose new events are recorded in only one copy of the results file",
                "all branches are kept; an analyst lists their origins with evalrun hub status, "
                    + "then chooses a branch: evalrun hub decide \(name(session)) URL --keep ORIGIN "
                    + "--reason WHY"
            )
        case .broken(let session, let number):
            (
                "broken-chain",
                "at the hub, the hash chain of session \(name(session)) is broken at event "
                    + "\(number): an event is missing or was changed",
                nil,
                "the session was not pulled; ask the hub's administrator to compare the session at "
                    + "the hub with the lab's results file"
            )
        case .definition(let session):
            (
                "broken-definition",
                "at the hub, the study definition of session \(name(session)) is missing or "
                    + "changed",
                nil,
                "the session was not pulled; ask the hub's administrator to check the definition"
            )
        case .malformed(let session):
            (
                "malformed-event",
                "session \(name(session)) has an event with content that evalrun never records",
                nil,
                "the session was not pulled; ask the session's lab which program pushed it"
            )
        case .refused(let session, let problem):
            (
                "malformed-session", "session \(name(session)) cannot be merged: \(problem)", nil,
                "the session was not pulled; ask the session's lab which program pushed it"
            )
        case .severalLabs(let session):
            (
                "session-of-two-labs", "several labs have pushed session \(name(session))",
                "a session that belongs to one lab",
                "a results file was copied between the labs; erase the session in the lab that "
                    + "did not record this session"
            )
        case .locks(let study, let labs):
            (
                "two-locks",
                "the labs \(labs.joined(separator: " and ")) have different locks of the study "
                    + "\"\(study)\"",
                "one lock, made with evalrun lock before the first session and copied to every lab",
                "reports use the earliest lock; ask the labs whether the earliest lock is correct"
            )
        case .renamedHere(let code, let session, let codeAtHub):
            (
                "renamed-here-alone",
                "participant \"\(code)\" of this file has the code \"\(codeAtHub)\" at the hub, "
                    + "in session \(name(session))",
                "a rename with evalrun merge --rename before the first synchronisation of the session",
                "no data are lost, and the hub keeps the code \"\(codeAtHub)\"; to use the code "
                    + "\"\(code)\" in another file, merge this file into that file; if another "
                    + "file contains this session, do not erase \"\(codeAtHub)\" there: this would "
                    + "also delete the session from this file"
            )
        case .erasedHere(let session, let lab, let participant):
            (
                "erased-here-alone",
                "session \(name(session)) of \(lab) was erased in this file but is still at the hub",
                nil,
                "ask \(lab), the only lab that can erase the session at the hub, to run: "
                    + "evalrun erase \(participant.isEmpty ? "PARTICIPANT" : participant), then "
                    + "evalrun sync"
            )
        case .withdrawnHere(let session, let lab, let participant):
            (
                "withdrawn-here-alone",
                "the withdrawal of consent to session \(name(session)) of \(lab) is recorded in "
                    + "this file but not at the hub, so no other file gets it",
                nil,
                "ask \(lab), the only lab that can record the withdrawal at the hub, to run: "
                    + "evalrun withdraw \(participant), then evalrun sync"
            )
        case .erasureWaits(let session):
            (
                "erasure-waits",
                "session \(name(session)) was erased elsewhere but not yet in this file, because "
                    + "a session of the participant is still running",
                nil, "synchronise again when the running session has ended"
            )
        case .notPushed:
            (
                "not-pushed", "the hub has not answered yet", nil, PostgresError.syncAgain
            )
        case .contents(let session):
            (
                "broken-contents",
                "at the hub, files of session \(name(session)) were changed or cannot be read",
                nil,
                "the session was not pulled; ask the hub's administrator to compare the session at "
                    + "the hub with the lab's results file"
            )
        }
    }

    private func name(_ session: UUID) -> String { session.uuidString.lowercased() }
}
