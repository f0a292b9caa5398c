package import Diagnostics
package import Foundation
import GRDB
import StudyDefinition

/// Counts of a merge, by participants' codes; a code is named once for each session.
package struct MergeResult: Sendable, Hashable {
    /// Sessions that the file did not have.
    package var added: [String] = []
    /// Sessions of which the other file has more events.
    package var continued: [String] = []
    /// Whether a branch that was here was replaced, and the file copy has another identity.
    package var isReplaced = false
    /// Sessions that the file had already, with as many events or more.
    package var known: [String] = []
    /// Sessions that are erased from this file, because the other file says that they were erased.
    package var erased: [String] = []
    /// Sessions of the other file that were erased here, and were not added.
    package var refused: [String] = []
    /// Persons who declined in the other file and were not counted yet, by study.
    package var declined: [String: Int] = [:]
    /// Studies whose lock was taken from the other file.
    package var locks: [String] = []
    /// Sessions that are erased later, because somebody records a session of their participant.
    package var erasedLater: [UUID] = []
    /// Pulled sessions that were left out.
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
        declined: [String: Int] = [:]
    ) {
        (self.added, self.continued, self.known) = (added, continued, known)
        (self.erased, self.refused, self.declined) = (erased, refused, declined)
    }
}

extension ResultsStore {
    /// Adds the sessions of a file from another machine, with their definitions and snapshots, in
    /// one transaction. Merging the same file again changes nothing.
    ///
    /// A session is the same where its identity is the same; then the longer log is kept. Where a
    /// participant has different sessions in the two files, nothing is merged, and every such code
    /// is named.
    ///
    /// A tombstone in either file wins over every copy of its session. A session that is erased here
    /// because of it leaves bytes in the file and leftovers until ``finishErasures(path:)``.
    ///
    /// - Parameters:
    ///   - renaming: code in the other file → code to be used here.
    ///   - leftovers: files of an erased session outside this database.
    ///   - lock: keeps others from recording a session of this participant; false if one does.
    package func merge(
        _ other: ResultsStore,
        renaming: [String: String] = [:],
        leftovers: @escaping @Sendable (Tombstone) -> [Leftover] = { _ in [] },
        lock: (String) -> Bool = { _ in true }
    ) async throws(DiagnosticError) -> MergeResult {
        let input = try MergeInput(other, renaming: renaming)
        return try await merge(input, renaming, leftovers, lock) { plan throws(DiagnosticError) in
            if !plan.conflicts.isEmpty { throw DiagnosticError(plan.conflicts) }
        }
    }

    /// The same for sessions that were pulled from a hub. Those in conflict are left out, and named
    /// in the result; the others are merged.
    package func merge(
        pulled input: MergeInput,
        leftovers: @escaping @Sendable (Tombstone) -> [Leftover],
        lock: (String) -> Bool = { _ in true }
    ) async throws(DiagnosticError) -> MergeResult {
        try await merge(input, [:], leftovers, lock) { _ throws(DiagnosticError) in }
    }

    /// Plans and carries out. Plans again if a session has got events meanwhile.
    private func merge(
        _ input: MergeInput,
        _ renaming: [String: String],
        _ leftovers: @escaping @Sendable (Tombstone) -> [Leftover],
        _ lock: (String) -> Bool,
        check: (MergePlan) throws(DiagnosticError) -> Void
    ) async throws(DiagnosticError) -> MergeResult {
        var locked: [String: Bool] = [:]
        while true {
            var plan = try MergePlan(input, into: self, renaming: renaming)
            for participant in plan.additions.compactMap(\.onto?.participant)
            where locked[participant] == nil {
                locked[participant] = lock(participant)
            }
            plan.leaveOut(running: Set(locked.filter { !$0.value }.keys))
            try check(plan)
            if let result = try await carryOut(plan, input, leftovers) { return result }
        }
    }

    /// Adds definitions that sessions will refer to.
    package func add(_ contents: MergeContents) async throws(DiagnosticError) {
        _ = try await write { try contents.store(in: $0) }
    }

    /// - Returns: nil if a session here has other events than those that were planned with.
    private func carryOut(
        _ plan: MergePlan,
        _ input: MergeInput,
        _ leftovers: @escaping @Sendable (Tombstone) -> [Leftover]
    ) async throws(DiagnosticError) -> MergeResult? {
        let contents: MergeContents
        do { contents = try input.contents(plan.additions.map(\.log.session)) } catch {
            throw diagnose(error)
        }
        let declined = input.declined
        return try await write { db in
            for own in plan.additions.compactMap(\.onto) {
                let newest = try Int64.fetchOne(
                    db,
                    sql: "SELECT max(id) FROM events WHERE session = ?",
                    arguments: [own.session]
                )
                if newest != own.newest { return nil }
            }
            var result = plan.result
            result.leftOut = plan.leftOut
            result.isReplaced = plan.additions.contains(where: \.isReplacement)
            for (tombstone, session) in plan.tombstones {
                try ResultsStore.take(tombstone, session, leftovers, in: db)
            }
            result.locks = try contents.store(in: db)
            for addition in plan.additions { try ResultsStore.append(addition, in: db) }
            for (uuid, study) in declined {
                try db.execute(
                    sql: "INSERT OR IGNORE INTO declined (uuid, study) VALUES (?, ?)",
                    arguments: [uuid, study]
                )
                if db.changesCount > 0 { result.declined[study, default: 0] += 1 }
            }
            return result
        }
    }

    /// Codes of the lab's sessions here that a merge with `other` erases.
    package func participantsErased(by other: ResultsStore) throws(DiagnosticError) -> Set<String> {
        try participantsErased(by: try other.tombstones())
    }

    /// Codes of the lab's sessions here that tombstones from elsewhere erase.
    package func participantsErased(
        by tombstones: [Tombstone]
    ) throws(DiagnosticError) -> Set<String> {
        let input = MergeInput(
            file: "",
            logs: [],
            tombstones: tombstones,
            declined: [:],
            contents: { _ in MergeContents() }
        )
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
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO erased (uuid, session, participant, study, erased_wall_us,
                    finished, lab, digests)
                VALUES (?, NULL, ?, ?, ?, 1, ?, ?)
                """,
            arguments: [
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
            // The events of the other branch are at the hub. What this copy records from now on must
            // not have their origin.
            _ = try delete(id, in: db)
            try db.execute(sql: "UPDATE file_copy SET uuid = ?", arguments: [UUID().uuidString])
        } else if addition.onto != nil {
            record = SessionRecord(try db.recordedEvents(session: id))
        } else {
            try db.execute(
                sql: "INSERT OR IGNORE INTO participants (id) VALUES (?)",
                arguments: [log.participant]
            )
        }
        _ = try SessionLog.append(
            log.events[addition.from...].map { ($0.stored, $0.event) },
            to: record,
            session: id,
            in: db
        )
        // A start event without a UUID names another one after its participant has been renamed.
        guard addition.onto == nil || addition.isReplacement else { return }
        try db.execute(
            sql: "UPDATE sessions SET uuid = ?, lab = ? WHERE id = ?",
            arguments: [log.uuid.uuidString, log.lab, id]
        )
    }
}
