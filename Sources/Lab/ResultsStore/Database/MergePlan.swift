import Diagnostics
import Foundation

/// The plan for merging another results file, or sessions pulled from a hub, into this file.
struct MergePlan: Sendable {
    struct Addition: Sendable {
        var log: MergeInput.Log
        /// The session as it is in this file; nil if this file does not contain it.
        var onto: MergeInput.Log?
        /// Index, in `log`, of the first event that will be added to this file.
        var from: Int
        /// Whether `log` replaces this file's log of the session. The replaced log ends with events
        /// that an analyst rejected, or with withdrawals of consent that `log` contains too.
        var isReplacement = false
        /// Whether `log` is this file's log, followed by a withdrawal of consent.
        var isWithdrawal = false
    }

    var result = MergeResult()
    var additions: [Addition] = []
    /// Tombstones (records of erased sessions) to be added to this file, each with the id of the
    /// session to erase. The id is nil if this file does not contain the session.
    var tombstones: [(tombstone: Tombstone, session: Int64?)] = []
    /// Sessions of this file that will be erased.
    private(set) var erased: [MergeInput.Log] = [] {
        didSet { result.erased = erased.map(\.participant) }
    }
    /// Sessions of this file that have no lab yet, each with the lab that it gets from the merged
    /// file or the hub.
    private(set) var labs: [(session: Int64, lab: String)] = []
    /// Reasons why participants of a merged file cannot be added under their codes, keyed by lab
    /// and code in that file. All new sessions of these participants are left out, because a new
    /// code must apply to all of a participant's sessions.
    var obstacles: [String: Diagnostic] = [:]

    let files: (own: String, other: String)
    let isOneFile: Bool
    /// Identity of this copy of the file.
    private let copy: UUID
    let codes: MergeCodes
    /// The codes that participants have in either file, including participants whose sessions were
    /// erased.
    let taken: Set<String>

    init(
        _ other: MergeInput,
        into own: ResultsStore,
        renaming: [String: String]
    ) throws(DiagnosticError) {
        files = (own.path, other.file)
        isOneFile = other.isOneFile
        copy = try own.fileCopy()
        let codes = try MergeCodes(other, in: own, renaming: renaming)
        self.codes = codes
        let erasures = other.tombstones.map { codes.code(of: $0.participant, lab: $0.lab) }
        let logs: [MergeInput.Log] = other.logs.map { log in
            var log = log
            log.rename(codes.code(of: log.participant, lab: log.lab))
            return log
        }
        let ownCodes = try own.participants()
        taken = Set(
            ownCodes + (other.logs + logs).map(\.participant)
                + other.tombstones.map(\.participant)
        )
        let uuids = Set(logs.map(\.uuid) + other.withdrawals.map(\.session))
        let byCode = Dictionary(grouping: logs, by: \.participant)
        let wanted = Set(erasures + logs.map(\.participant))
        // Swift treats two Unicode encodings of a code as equal, but SQLite does not. The query
        // therefore needs the codes as this file stores them.
        let present = try own.mergeLogs(
            of: uuids.union(other.tombstones.compactMap(\.uuid)),
            or: ownCodes.filter(wanted.contains),
            withEventsIf: { log in
                uuids.contains(log.uuid)
                    || byCode[log.participant, default: []].contains {
                        $0.isAnotherPerson(than: log)
                    }
            }
        )
        let buried = try own.tombstones()
        planErasures(other.tombstones, present, known: buried)
        let remaining = present.filter { log in
            !tombstones.contains { $0.session == log.session }
        }
        let known = buried + tombstones.map(\.tombstone)
        func isErased(_ log: MergeInput.Log) -> Bool {
            known.contains { $0.uuid == log.uuid && isOneLab($0.lab, log.lab) }
        }
        let here = Set(remaining.map(\.uuid))
        var conflicting: [MergeInput.Log] = []
        for log in logs where isOneFile && !here.contains(log.uuid) && !isErased(log) {
            guard obstacles[person(log)] == nil, let reason = obstacle(to: log, remaining, buried)
            else { continue }
            obstacles[person(log)] = reason
            conflicting.append(log)
        }
        let labs = try [own.lab()] + (logs + present).map(\.lab)
        combineConflicts(of: conflicting, haveNoLab: labs.allSatisfy(\.isEmpty))
        for log in logs {
            if isErased(log) {
                result.refused.append(log.participant)
            } else {
                plan(log, remaining, buried)
            }
        }
        for tombstone in tombstones.map(\.tombstone) {
            noteErasedCode(of: tombstone, among: remaining)
        }
        for withdrawal in other.withdrawals { plan(withdrawal, remaining) }
    }

    /// Adds the participant of `tombstone`, an added tombstone, to `result.sharingErasedCode` if
    /// another session in this file has the participant's code.
    private mutating func noteErasedCode(
        of tombstone: Tombstone,
        among present: [MergeInput.Log]
    ) {
        let namesakes = present.filter {
            $0.participant == tombstone.participant && isOneLab($0.lab, tombstone.lab)
        }
        result.sharingErasedCode.formUnion(namesakes.map { named($0) })
    }

    private mutating func planErasures(
        _ others: [Tombstone],
        _ present: [MergeInput.Log],
        known: [Tombstone]
    ) {
        for var tombstone in others {
            let there = tombstone.participant
            tombstone.participant = codes.code(of: there, lab: tombstone.lab)
            if let uuid = tombstone.uuid {
                let isSame = { (other: UUID?, lab: String) in
                    other == uuid && isOneLab(lab, tombstone.lab)
                }
                if known.contains(where: { isSame($0.uuid, $0.lab) }) { continue }
                let log = present.first { isSame($0.uuid, $0.lab) }
                tombstones.append((tombstone, log?.session))
                if let log { erased.append(log) }
            } else if !known.contains(where: { $0.isSame(as: tombstone) }) {
                if let log = present.first(where: { tombstone.mayMean($0) }) {
                    let name = tombstone.participant
                    leaveOut(log, unknownErasure(name, there: there, in: files.other))
                } else {
                    tombstones.append((tombstone, nil))
                }
            }
        }
    }

    private mutating func plan(
        _ log: MergeInput.Log,
        _ present: [MergeInput.Log],
        _ erased: [Tombstone]
    ) {
        // Session identities are unique within one file, but not at a hub.
        let same =
            present.first { $0.uuid == log.uuid }
            ?? (isOneFile ? nil : additions.first { $0.log.uuid == log.uuid }?.log)
        if let same {
            guard isOneFile || isOneLab(same.lab, log.lab) else {
                return leaveOut(log, ofAnotherLab(log, same.lab))
            }
            if !(isOneFile ? same.continues(log) : isBeginning(same, log)) {
                // If `log` is left out, its lab is not assigned to this file's session.
                guard planReplacement(of: same, by: log) else { return }
            } else if log.events.count > same.events.count {
                additions.append(Addition(log: log, onto: same, from: same.events.count))
                result.continued.append(same.participant)
            } else {
                result.known.append(same.participant)
            }
            if same.lab.isEmpty, !log.lab.isEmpty {
                labs.append((same.session, log.lab))
            }
        } else if let reason = isOneFile
            ? obstacles[person(log)] : obstacle(to: log, present, erased)
        {
            leaveOut(log, reason)
        } else {
            additions.append(Addition(log: log, onto: nil, from: 0))
            result.added.append(log.participant)
            if hasErasedCode(log, erased) { result.sharingErasedCode.insert(named(log)) }
        }
    }

    /// Returns the participant's lab and code in the merged file.
    func person(_ log: MergeInput.Log) -> String { "\(log.lab)/\(codeThere(log))" }

    private func hasErasedCode(_ log: MergeInput.Log, _ erased: [Tombstone]) -> Bool {
        erased.contains { $0.participant == log.participant && isOneLab($0.lab, log.lab) }
    }

    /// Returns the reason why a session cannot be added to this file under its participant's code;
    /// nil if it can be added. Called only for sessions that this file does not contain.
    private func obstacle(
        to log: MergeInput.Log,
        _ present: [MergeInput.Log],
        _ erased: [Tombstone]
    ) -> Diagnostic? {
        let there = codeThere(log)
        if erased.contains(where: { $0.uuid == nil && $0.mayMean(log) }) {
            return unknownErasure(log.participant, there: there, in: files.own)
        }
        if codes.isKnown(there, lab: log.lab) { return nil }
        let other = anotherPerson(with: log, among: present)
        if isTaken(log, present, erased) {
            return there == log.participant ? conflict(log, with: other) : codeTaken(log)
        }
        if let other { return conflict(log, with: other) }
        // A synchronization cannot change codes, so the session is added and listed in the result.
        guard isOneFile, hasErasedCode(log, erased) else { return nil }
        let isPresent = present.contains {
            $0.participant == log.participant && isOneLab($0.lab, log.lab)
        }
        return isPresent ? nil : codeErased(log)
    }

    /// Returns a session of another person who has the same code as the log's participant; nil if
    /// there is none.
    ///
    /// For sessions from a hub, codes are compared only within one study. For sessions from a file,
    /// codes are compared across all studies. The reason is that an erasure or a withdrawal of
    /// consent applies to all studies of a participant.
    private func anotherPerson(
        with log: MergeInput.Log,
        among present: [MergeInput.Log]
    ) -> MergeInput.Log? {
        if isOneFile { return present.first(where: log.isAnotherPerson) }
        return (present + additions.map(\.log)).first {
            $0.study == log.study && log.isAnotherPerson(than: $0)
        }
    }

    /// Returns whether another person already has the code that the log's participant would get in
    /// this file. Returns false for sessions from a hub.
    ///
    /// A session in this file with the code belongs to another person if the session's participant
    /// has a different code in the merged file. For a renamed participant, there are two more
    /// cases:
    ///
    /// - A session in this file has the code and probably belongs to a different person.
    /// - An erased session had the code, and is not known to be a session of the log's participant.
    private func isTaken(
        _ log: MergeInput.Log,
        _ present: [MergeInput.Log],
        _ erased: [Tombstone]
    ) -> Bool {
        guard isOneFile else { return false }
        let (code, there) = (log.participant, codeThere(log))
        let isRenamed = there != code
        let isInPresent = present.contains { own in
            isRenamed && log.isAnotherPerson(than: own)
                || own.participant == code && isOneLab(own.lab, log.lab)
                    && (codes.there[own.uuid] ?? there) != there
        }
        return isInPresent
            || isRenamed
                && erased.contains { own in
                    own.participant == code && isOneLab(own.lab, log.lab)
                        && own.uuid.flatMap { codes.there[$0] } != there
                }
    }

    /// Returns whether either log is a prefix of the other. Events that differ only in their salts
    /// count as different, because the hub identifies events by their hashes.
    private func isBeginning(_ one: MergeInput.Log, _ other: MergeInput.Log) -> Bool {
        let count = min(one.events.count, other.events.count)
        return one.hashes.prefix(count) == other.hashes.prefix(count)
    }

    /// Plans to replace `same`, this file's log of the session, with `log`. Both logs begin with
    /// the same events and then differ. `same` is replaced in two cases:
    ///
    /// - The differing events of `same` are all withdrawals of consent, and `log` contains the same
    ///   withdrawals, possibly after other events.
    /// - `log` is from a hub, an analyst has rejected the differing events of `same`, and the hub
    ///   has all of them.
    ///
    /// Otherwise, `log` is left out. If it is from a results file, its withdrawal of consent is
    /// added to `same`.
    ///
    /// - Returns: whether `log` is merged, not left out.
    private mutating func planReplacement(
        of same: MergeInput.Log,
        by log: MergeInput.Log
    ) -> Bool {
        let (own, others) = (same.hashes, log.hashes)
        let part =
            isOneFile
            ? log.commonEvents(with: same) : zip(own, others).prefix { $0 == $1 }.count
        if part == own.count || !log.contains(withdrawals: same.events[part...]) {
            if isOneFile { return planWithdrawal(in: log.events[part...], of: log, from: same) }
            guard part < own.count, log.rejected.contains(own[part]) else {
                leaveOut(log, differs(log, from: same))
                return false
            }
            guard own[part...].allSatisfy(log.known.contains) else {
                leaveOut(log, hasMore(log))
                return false
            }
        }
        var log = log
        log.rename(same.participant)
        if log.lab.isEmpty { log.lab = same.lab }
        additions.append(Addition(log: log, onto: same, from: 0, isReplacement: true))
        result.continued.append(same.participant)
        return true
    }

    /// Plans to add the withdrawal of consent in `new` to `same`, this file's log of the session.
    /// Leaves out `log` if `new` also has other events.
    ///
    /// - Parameter new: the events at the end of `log` that `same` does not contain.
    /// - Returns: whether `new` contains only withdrawals.
    private mutating func planWithdrawal(
        in new: ArraySlice<MergeInput.Log.Entry>,
        of log: MergeInput.Log,
        from same: MergeInput.Log
    ) -> Bool {
        let withdrawal = new.first { $0.event.kind == .withdrawn }
        if let withdrawal { add(withdrawal, to: same) }
        if new.allSatisfy({ $0.event.kind == .withdrawn }) {
            if same.isWithdrawn { result.known.append(same.participant) }
            return true
        }
        leaveOut(log, differs(log, from: same))
        return false
    }

    /// Plans to add a withdrawal of consent that was pulled from a hub. Does nothing if this file
    /// does not contain the session.
    private mutating func plan(
        _ withdrawal: MergeInput.Withdrawal,
        _ present: [MergeInput.Log]
    ) {
        let same = present.first {
            $0.uuid == withdrawal.session && isOneLab($0.lab, withdrawal.lab)
        }
        if let same { add((withdrawal.stored, withdrawal.event), to: same) }
    }

    /// Plans to add a withdrawal of consent to `same`, this file's log of the session. Does nothing
    /// if the log already contains a withdrawal.
    private mutating func add(_ withdrawal: MergeInput.Log.Entry, to same: MergeInput.Log) {
        if same.isWithdrawn { return }
        // The salt stays the same. If several copies of a file add the withdrawal to equal logs,
        // the added events have equal hashes, and no branches arise.
        var stored = withdrawal.stored
        (stored.number, stored.origin) = (same.events.count + 1, copy)
        var log = same
        log.events.append((stored: stored, event: withdrawal.event))
        additions.append(
            Addition(log: log, onto: same, from: same.events.count, isWithdrawal: true)
        )
        result.continued.append(same.participant)
    }

    /// Removes from the plan all events to be added to existing sessions of the participants in
    /// `running`, and lists these sessions as left out. The participants' logs could not be
    /// locked, for example because another process is recording a session.
    mutating func leaveOut(running: Set<String>) {
        for addition in additions {
            guard let own = addition.onto, running.contains(own.participant) else { continue }
            result.continued.removeAll { $0 == own.participant }
            result.leftOut.removeAll { $0.session == own.uuid && isOneLab($0.lab, own.lab) }
            leaveOut(addition.log, isRunning(own.participant))
        }
        additions.removeAll { $0.onto.map { running.contains($0.participant) } ?? false }
    }

    private mutating func leaveOut(_ log: MergeInput.Log, _ reason: Diagnostic) {
        result.leftOut.append(.init(lab: log.lab, session: log.uuid, reason: reason))
    }
}

extension Tombstone {
    fileprivate func isSame(as other: Tombstone) -> Bool {
        uuid == other.uuid && participant == other.participant && study == other.study
            && wall == other.wall
    }

    /// Returns whether this tombstone may belong to the session of `log`. Called only for
    /// tombstones without a session identity.
    fileprivate func mayMean(_ log: MergeInput.Log) -> Bool {
        participant == log.participant && study == log.study && lab == log.lab
    }
}

extension SessionEvent {
    /// The event without session identity and participant code, for comparing files that use
    /// different codes for the same session.
    var withoutIdentity: SessionEvent {
        guard case .sessionStarted(var start) = self else { return self }
        (start.participant, start.uuid) = ("", nil)
        return .sessionStarted(start)
    }
}
