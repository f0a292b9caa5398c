package import Diagnostics
package import Foundation
import GRDB

/// Differences of two results files, before one is merged into the other.
struct MergePlan: Sendable {
    struct Addition: Sendable {
        var log: Log
        /// The session here that goes on; nil for a new one.
        var onto: Int64?
        /// Index of the first event that is missing here.
        var from: Int
    }

    /// A session's log, with the participant's code in this file.
    struct Log: Sendable {
        var session: Int64
        var uuid: UUID
        var participant: String
        var study: String
        var events: [RecordedEvent]

        /// Whether one log is the beginning of the other, whatever code each file gives the
        /// participant.
        func continues(_ other: Log) -> Bool {
            zip(events, other.events).allSatisfy {
                $0.stamp == $1.stamp && $0.event.withoutIdentity == $1.event.withoutIdentity
            }
        }
    }

    var result = MergeResult()
    var additions: [Addition] = []
    /// Tombstones that are new in this file, each with the session to be erased because of it.
    var tombstones: [(tombstone: Tombstone, session: Int64?)] = []
    var conflicts: [Diagnostic] = []

    private let files: (own: String, other: String)

    init(
        _ other: ResultsStore,
        into own: ResultsStore,
        renaming: [String: String]
    ) throws(DiagnosticError) {
        files = (own.path, other.path)
        let present = try own.logs()
        let erased = try own.tombstones()
        planErasures(try other.tombstones(), renaming, present, known: erased)
        let remaining = present.filter { log in
            !tombstones.contains { $0.session == log.session }
        }
        let identities = Set(erased.compactMap(\.uuid))
        for log in try other.logs(renaming: renaming) {
            if identities.contains(log.uuid) {
                result.refused.append(log.participant)
            } else {
                plan(log, remaining, erased)
            }
        }
    }

    private mutating func planErasures(
        _ others: [Tombstone],
        _ renaming: [String: String],
        _ present: [Log],
        known: [Tombstone]
    ) {
        let identities = Set(known.compactMap(\.uuid))
        for var tombstone in others {
            tombstone.participant = renaming[tombstone.participant] ?? tombstone.participant
            if let uuid = tombstone.uuid {
                if identities.contains(uuid) { continue }
                let log = present.first { $0.uuid == uuid }
                tombstones.append((tombstone, log?.session))
                if let log { result.erased.append(log.participant) }
            } else if !known.contains(where: { $0.isSame(as: tombstone) }) {
                if present.contains(where: { tombstone.mayMean($0) }) {
                    conflicts.append(unknownErasure(tombstone.participant, in: files.other))
                }
                tombstones.append((tombstone, nil))
            }
        }
    }

    private mutating func plan(_ log: Log, _ present: [Log], _ erased: [Tombstone]) {
        if let same = present.first(where: { $0.uuid == log.uuid }) {
            if !same.continues(log) {
                conflicts.append(conflict(log))
            } else if log.events.count > same.events.count {
                additions.append(
                    Addition(log: log, onto: same.session, from: same.events.count)
                )
                result.continued.append(same.participant)
            } else {
                result.known.append(same.participant)
            }
        } else if erased.contains(where: { $0.uuid == nil && $0.mayMean(log) }) {
            conflicts.append(unknownErasure(log.participant, in: files.own))
        } else if present.contains(where: { $0.participant == log.participant }) {
            conflicts.append(conflict(log))
        } else {
            additions.append(Addition(log: log, onto: nil, from: 0))
            result.added.append(log.participant)
        }
    }

    private func conflict(_ log: Log) -> Diagnostic {
        Diagnostic(
            "participant-conflict",
            at: .init(file: files.other),
            "participant \"\(log.participant)\" has another session here than in \(files.own)",
            expected: "a code that means the same person and session in both files",
            fix: "give it another code: --rename \(log.participant)=\(log.participant)-b; "
                + "nothing was merged"
        )
    }

    private func unknownErasure(_ participant: String, in file: String) -> Diagnostic {
        Diagnostic(
            "unknown-erasure",
            at: .init(file: file),
            "\"\(participant)\" was erased by an older evalrun, which did not record which "
                + "session it was",
            fix: "if both files mean the same person, erase \(participant) from the other file "
                + "too; else rename: --rename \(participant)=\(participant)-b; nothing was merged"
        )
    }
}

extension Tombstone {
    fileprivate func isSame(as other: Tombstone) -> Bool {
        uuid == other.uuid && participant == other.participant && study == other.study
            && wall == other.wall
    }

    /// Whether a tombstone without an identity can be that of `log`.
    fileprivate func mayMean(_ log: MergePlan.Log) -> Bool {
        participant == log.participant && study == log.study
    }
}

extension SessionEvent {
    /// The same for two files that know the session by different codes.
    fileprivate var withoutIdentity: SessionEvent {
        guard case .sessionStarted(var start) = self else { return self }
        (start.participant, start.uuid) = ("", nil)
        return .sessionStarted(start)
    }
}

extension ResultsStore {
    fileprivate func logs(
        renaming: [String: String] = [:]
    ) throws(DiagnosticError) -> [MergePlan.Log] {
        var logs: [MergePlan.Log] = []
        for (session, uuid) in try sessionUUIDs() {
            var events = try events(session: session)
            guard case .sessionStarted(var start)? = events.first?.event else { continue }
            if let code = renaming[start.participant] {
                start.participant = code
                events[0].event = .sessionStarted(start)
            }
            logs.append(
                MergePlan.Log(
                    session: session,
                    uuid: uuid,
                    participant: start.participant,
                    study: try studyID(hash: start.study),
                    events: events
                )
            )
        }
        return logs
    }

    private func studyID(hash: String) throws(DiagnosticError) -> String {
        try read { db in
            try String.fetchOne(
                db,
                sql: "SELECT id FROM studies WHERE hash = ?",
                arguments: [hash]
            )
        } ?? ""
    }

    /// UUIDs of the sessions in the file.
    package func sessionUUIDs() throws(DiagnosticError) -> [(session: Int64, uuid: UUID)] {
        try read { db in
            try Row.fetchAll(db, sql: "SELECT id, uuid FROM sessions ORDER BY id").map { row in
                let id: Int64 = try row.decode(atIndex: 0)
                guard let uuid = UUID(uuidString: try row.decode(atIndex: 1)) else {
                    throw damaged("session \(id) has no UUID")
                }
                return (id, uuid)
            }
        }
    }
}
