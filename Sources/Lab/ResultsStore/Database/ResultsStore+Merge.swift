package import Diagnostics
package import Foundation
import GRDB

/// The result of a merge. In ``added``, ``continued``, ``known``, ``erased`` and ``refused``, a
/// session is identified by its participant's code. A code therefore occurs once for each session
/// of the participant.
package struct MergeResult: Sendable, Hashable {
    /// Sessions that this file did not have before.
    package var added: [String] = []
    /// Codes of participants who have sessions in this file, although a session with the same lab
    /// and code was erased. The two sessions may belong to the same person. The merge has added
    /// either the participant's session or the record of the erasure. If the lab is known, the lab
    /// precedes the code, as in `uppsala/P1`, because another lab may use the same code.
    package var sharingErasedCode: Set<String> = []
    /// Sessions of this file to which the merge added events, or whose log it replaced.
    package var continued: [String] = []
    /// Whether this file's log of a session was replaced by the log in the merged file or at the
    /// hub. This results file then has a new identity. If the two logs end with different events,
    /// this file's log is replaced in two cases:
    ///
    /// - The differing events of this file's log are all withdrawals of consent that the other log
    ///   also contains.
    /// - An analyst rejected the differing events of this file's log at the hub.
    package var isReplaced = false
    /// Sessions that this file already had, with at least as many events as in the merged file or
    /// at the hub.
    package var known: [String] = []
    /// Sessions that were erased from this file, because the merged file or the hub has tombstones
    /// (records of an erasure) for them.
    package var erased: [String] = []
    /// Sessions of the merged file or the hub that were not added, because they had been erased in
    /// this file.
    package var refused: [String] = []
    /// Number of people who declined to take part and whose records were added, keyed by study id.
    package var declined: [String: Int] = [:]
    /// Ids of the studies whose lock (the record of the study's fixed parts) was added or replaced.
    package var locks: [String] = []
    /// Sessions that a later merge will erase. Another process has locked the log of each session's
    /// participant, for example to record a session.
    package var erasedLater: [UUID] = []
    /// Sessions of the merged file or the hub that were left out of this file, each with the
    /// reason.
    package var leftOut: [LeftOut] = []

    package struct LeftOut: Sendable, Hashable {
        package var lab: String
        package var session: UUID
        package var reason: Diagnostic
    }

    package init(
        added: [String] = [],
        continued: [String] = [],
        known: [String] = [],
        erased: [String] = [],
        refused: [String] = [],
        declined: [String: Int] = [:],
        sharingErasedCode: Set<String> = []
    ) {
        self.sharingErasedCode = sharingErasedCode
        (self.added, self.continued, self.known) = (added, continued, known)
        (self.erased, self.refused, self.declined) = (erased, refused, declined)
    }
}

extension ResultsStore {
    /// Adds the sessions of another results file, with their definitions and snapshots. Uses one
    /// transaction. Merging the same file again changes nothing.
    ///
    /// Sessions with the same identity are the same session; the longer log is kept. In these
    /// cases, a session is left out and listed in the result, and the other sessions are merged:
    ///
    /// - The two logs of the session differ, and neither continues the other. The session is still
    ///   merged in two cases: the differing events of `other` are all withdrawals of consent, or
    ///   the differing events of this file are all withdrawals that `other` also contains. In any
    ///   other case, only a withdrawal in `other` is added to this file's log.
    /// - Events would be added to the session while a session of its participant is being recorded.
    ///
    /// In these cases, all new sessions of a participant are left out:
    ///
    /// - The participant's code probably stands for different people in the two files, or the same
    ///   data were imported into both files.
    /// - `renaming` gives the participant a code that another participant has or had in this file.
    /// - All sessions of the participant were erased from this file.
    /// - A tombstone (the record of an erasure) without a session identity may refer to a session
    ///   in the other file.
    ///
    /// Throws an error and merges nothing in these cases:
    ///
    /// - `renaming` contains an unknown code, or gives two participants the same code.
    /// - `renaming` gives a new code to a participant who already has sessions in this file.
    /// - The hash chain of a session in `other` is broken. A merge computes new hashes, so the
    ///   damage would no longer be detected afterwards.
    ///
    /// A session of this file without a lab gets the lab that it has in `other`.
    ///
    /// If `other` has a tombstone for a session, the session is erased from this file. If this file
    /// has a tombstone for a session, the session is not added. The bytes of an erased session, and
    /// its files outside the database, remain until ``finishErasures(path:)`` is called.
    ///
    /// - Parameters:
    ///   - renaming: participant codes to use in this file, keyed by the codes in `other`.
    ///   - leftovers: a function that returns an erased session's files outside this database.
    ///   - lock: a function that takes a participant's code and prevents other processes from
    ///     recording a session of this participant. It returns false if such a session is being
    ///     recorded.
    package func merge(
        _ other: ResultsStore,
        renaming: [String: String] = [:],
        leftovers: @escaping @Sendable (Tombstone) -> [Leftover] = { _ in [] },
        lock: (String) -> Bool = { _ in true }
    ) async throws(DiagnosticError) -> MergeResult {
        let input = try MergeInput(other, renaming: renaming)
        let faults = try other.chainFaults().map { fault in
            var fault = fault
            fault.fix = "restore the file from a backup and merge again; nothing was merged"
            return fault
        }
        guard faults.isEmpty else { throw DiagnosticError(faults) }
        return try await merge(input, renaming, leftovers, lock)
    }

    /// Merges sessions that were pulled from a hub. Sessions with conflicts are left out and listed
    /// in the result; the others are merged.
    package func merge(
        pulled input: MergeInput,
        leftovers: @escaping @Sendable (Tombstone) -> [Leftover],
        lock: (String) -> Bool = { _ in true }
    ) async throws(DiagnosticError) -> MergeResult {
        try await merge(input, [:], leftovers, lock)
    }

    /// Plans the merge and carries it out. If the file has changed before the plan is carried out,
    /// makes a new plan.
    private func merge(
        _ input: MergeInput,
        _ renaming: [String: String],
        _ leftovers: @escaping @Sendable (Tombstone) -> [Leftover],
        _ lock: (String) -> Bool
    ) async throws(DiagnosticError) -> MergeResult {
        var locked: [String: Bool] = [:]
        while true {
            let state = try mergeState()
            var plan = try MergePlan(input, into: self, renaming: renaming)
            for participant in plan.additions.compactMap(\.onto?.participant)
            where locked[participant] == nil {
                locked[participant] = lock(participant)
            }
            plan.leaveOut(running: Set(locked.filter { !$0.value }.keys))
            let problems = plan.codes.problems(in: path)
            guard problems.isEmpty else { throw DiagnosticError(problems) }
            if let result = try await carryOut(plan, madeIn: state, input, leftovers) {
                return result
            }
        }
    }

    /// Adds the study definitions in `contents`. Sessions that refer to them can be added
    /// afterwards.
    package func add(_ contents: MergeContents) async throws(DiagnosticError) {
        _ = try await write { try contents.store(in: $0) }
    }

    /// Returns numbers that change when a session is added to the file or erased from it.
    func mergeState() throws(DiagnosticError) -> [Int64] { try read { try $0.mergeState() } }

    /// Carries out a plan for a merge.
    ///
    /// - Parameter state: the result of ``mergeState()`` before the plan was made.
    /// - Returns: the result; nil if a session was added or erased, or has received events, since
    ///   the plan was made.
    func carryOut(
        _ plan: MergePlan,
        madeIn state: [Int64],
        _ input: MergeInput,
        _ leftovers: @escaping @Sendable (Tombstone) -> [Leftover]
    ) async throws(DiagnosticError) -> MergeResult? {
        let contents: MergeContents
        let added = plan.additions.filter { !$0.isWithdrawal }
        do { contents = try input.contents(added.map(\.log.session)) } catch {
            throw diagnose(error)
        }
        let declined = input.declined
        return try await write { db in
            if try db.mergeState() != state { return nil }
            for own in plan.additions.compactMap(\.onto) {
                let newest: Int64? = try db.value(
                    "SELECT max(id) FROM events WHERE session = ?",
                    [own.session]
                )
                if newest != own.newest { return nil }
            }
            var result = plan.result
            result.isReplaced = plan.additions.contains(where: \.isReplacement)
            for (tombstone, session) in plan.tombstones {
                try ResultsStore.take(tombstone, session, leftovers, in: db)
            }
            result.locks = try contents.store(in: db)
            for addition in plan.additions { try ResultsStore.append(addition, in: db) }
            for (session, lab) in plan.labs {
                // Another process may have given the file a lab since the plan was made.
                try db.run(
                    "UPDATE sessions SET lab = ? WHERE id = ? AND lab = ''",
                    [lab, session]
                )
            }
            for (uuid, study) in declined {
                try db.run(
                    "INSERT OR IGNORE INTO declined (uuid, study) VALUES (?, ?)",
                    [uuid, study]
                )
                if db.changesCount > 0 { result.declined[study, default: 0] += 1 }
            }
            return result
        }
    }

    /// Returns the codes of the participants whose sessions a merge with `other` would erase. If
    /// this file has a lab, participants of other labs are left out.
    package func participantsErased(by other: ResultsStore) throws(DiagnosticError) -> Set<String> {
        try participantsErased(by: try other.tombstones())
    }

    /// Returns the codes of the participants whose sessions `tombstones` would erase. If this file
    /// has a lab, participants of other labs are left out.
    package func participantsErased(
        by tombstones: [Tombstone]
    ) throws(DiagnosticError) -> Set<String> {
        let input = MergeInput(file: "", tombstones: tombstones)
        let own = try lab()
        let erased = try MergePlan(input, into: self, renaming: [:]).erased
        return Set(erased.filter { $0.isRecorded(in: own) }.map(\.participant))
    }

    private static func take(
        _ tombstone: Tombstone,
        _ session: Int64?,
        _ leftovers: @Sendable (Tombstone) -> [Leftover],
        in db: Database
    ) throws {
        if let session {
            _ = try bury([session], wall: tombstone.wall, leftovers: leftovers, in: db)
            return
        }
        try db.run(
            """
            INSERT OR IGNORE INTO erased (uuid, session, participant, study, erased_wall_us,
                finished, lab, digests)
            VALUES (?, NULL, ?, ?, ?, 1, ?, ?)
            """,
            [
                tombstone.uuid?.uuidString, tombstone.participant, tombstone.study, tombstone.wall,
                tombstone.lab, tombstone.digests,
            ]
        )
    }

    private static func append(_ addition: MergePlan.Addition, in db: Database) throws {
        let log = addition.log
        var record = SessionRecord()
        let id = try addition.onto?.session ?? nextSession(in: db)
        if addition.isReplacement {
            // The hub or a copy of this file may have the events that are deleted here. Later
            // events of this file must not have the same origin, so the file gets a new identity.
            _ = try delete(id, in: db)
            try db.run("UPDATE file_copy SET uuid = ?", [UUID().uuidString])
        } else if addition.onto != nil {
            record = SessionRecord(try db.recordedEvents(session: id))
        } else {
            try db.run("INSERT OR IGNORE INTO participants (id) VALUES (?)", [log.participant])
        }
        _ = try SessionLog.append(
            log.events[addition.from...].map { ($0.stored, $0.event) },
            to: record,
            session: id,
            in: db
        )
        // If the start event has no UUID, the projection has derived the session's identity from
        // this event. The derived identity can be wrong, because the event contains the
        // participant's code, which a merge may change.
        guard addition.onto == nil || addition.isReplacement else { return }
        try db.run(
            "UPDATE sessions SET uuid = ?, lab = ? WHERE id = ?",
            [log.uuid.uuidString, log.lab, id]
        )
    }
}

extension Database {
    fileprivate func mergeState() throws -> [Int64] {
        let erased: Int64? = try value("SELECT count(*) FROM erased")
        return [try nextSession(in: self), erased ?? 0]
    }
}
