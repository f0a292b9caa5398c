import Diagnostics
import Foundation

/// Differences of two results files, before one is merged into the other.
struct MergePlan: Sendable {
    struct Addition: Sendable {
        var log: MergeInput.Log
        /// The session here that goes on; nil for a new one.
        var onto: Int64?
        /// Index of the first event that is missing here.
        var from: Int
        /// Whether the session here is another branch, which this one replaces.
        var isReplacement = false
    }

    var result = MergeResult()
    var additions: [Addition] = []
    /// Tombstones that are new in this file, each with the session to be erased because of it.
    var tombstones: [(tombstone: Tombstone, session: Int64?)] = []
    var conflicts: [Diagnostic] = []
    /// Sessions of the other file that are in conflict.
    var leftOut: [UUID] = []

    private let files: (own: String, other: String)
    private let isOneFile: Bool

    init(
        _ other: MergeInput,
        into own: ResultsStore,
        renaming: [String: String]
    ) throws(DiagnosticError) {
        files = (own.path, other.file)
        isOneFile = other.isOneFile
        let present = try own.mergeLogs(withEventsOf: Set(other.logs.map(\.uuid)))
        let erased = try own.tombstones()
        planErasures(other.tombstones, renaming, present, known: erased)
        let remaining = present.filter { log in
            !tombstones.contains { $0.session == log.session }
        }
        let identities = Set(erased.compactMap(\.uuid) + tombstones.compactMap(\.tombstone.uuid))
        for log in other.logs {
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
        _ present: [MergeInput.Log],
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

    private mutating func plan(
        _ log: MergeInput.Log,
        _ present: [MergeInput.Log],
        _ erased: [Tombstone]
    ) {
        if let same = present.first(where: { $0.uuid == log.uuid }) {
            if log.isDecided, !same.continues(log) {
                additions.append(
                    Addition(log: log, onto: same.session, from: 0, isReplacement: true)
                )
                result.continued.append(same.participant)
            } else if !same.continues(log) {
                leaveOut(log, conflict(log))
            } else if log.events.count > same.events.count {
                additions.append(
                    Addition(log: log, onto: same.session, from: same.events.count)
                )
                result.continued.append(same.participant)
            } else {
                result.known.append(same.participant)
            }
        } else if erased.contains(where: { $0.uuid == nil && $0.mayMean(log) }) {
            leaveOut(log, unknownErasure(log.participant, in: files.own))
        } else if present.contains(where: log.isAnotherPerson)
            || !isOneFile && additions.contains(where: { log.isAnotherPerson(than: $0.log) })
        {
            leaveOut(log, conflict(log))
        } else {
            additions.append(Addition(log: log, onto: nil, from: 0))
            result.added.append(log.participant)
        }
    }

    private mutating func leaveOut(_ log: MergeInput.Log, _ reason: Diagnostic) {
        conflicts.append(reason)
        leftOut.append(log.uuid)
    }

    private func conflict(_ log: MergeInput.Log) -> Diagnostic {
        Diagnostic(
            "participant-conflict",
            at: .init(file: files.other),
            "participant \"\(log.participant)\" has another session here than in \(files.own)",
            expected: "a code that means the same person and session in both files",
            fix: isOneFile
                ? "give it another code: --rename \(log.participant)=\(log.participant)-b; "
                    + "nothing was merged"
                : "one of the two was left out; the lab erases one of them, and records or imports "
                    + "it again with another code"
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
    fileprivate func mayMean(_ log: MergeInput.Log) -> Bool {
        participant == log.participant && study == log.study && lab == log.lab
    }
}

extension SessionEvent {
    /// The same for two files that know the session by different codes.
    var withoutIdentity: SessionEvent {
        guard case .sessionStarted(var start) = self else { return self }
        (start.participant, start.uuid) = ("", nil)
        return .sessionStarted(start)
    }
}
