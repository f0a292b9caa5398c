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
    /// Why pulled sessions were left out.
    package var conflicts: [Diagnostic] = []
    /// The sessions that were left out.
    package var leftOut: [UUID] = []

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
    package func merge(
        _ other: ResultsStore,
        renaming: [String: String] = [:],
        leftovers: @escaping @Sendable (Tombstone) -> [Leftover] = { _ in [] }
    ) async throws(DiagnosticError) -> MergeResult {
        let input = try MergeInput(other, renaming: renaming)
        let plan = try MergePlan(input, into: self, renaming: renaming)
        guard plan.conflicts.isEmpty else { throw DiagnosticError(plan.conflicts) }
        return try await carryOut(plan, input, leftovers)
    }

    /// The same for sessions that were pulled from a hub. Those in conflict are left out, and named
    /// in the result; the others are merged.
    package func merge(
        pulled input: MergeInput,
        leftovers: @escaping @Sendable (Tombstone) -> [Leftover]
    ) async throws(DiagnosticError) -> MergeResult {
        let plan = try MergePlan(input, into: self, renaming: [:])
        var result = try await carryOut(plan, input, leftovers)
        result.conflicts = plan.conflicts
        result.leftOut = plan.leftOut
        return result
    }

    /// Adds definitions that sessions will refer to.
    package func add(_ contents: MergeContents) async throws(DiagnosticError) {
        _ = try await write { try contents.store(in: $0) }
    }

    private func carryOut(
        _ plan: MergePlan,
        _ input: MergeInput,
        _ leftovers: @escaping @Sendable (Tombstone) -> [Leftover]
    ) async throws(DiagnosticError) -> MergeResult {
        let contents: MergeContents
        do { contents = try input.contents(plan.additions.map(\.log.session)) } catch {
            throw diagnose(error)
        }
        let declined = input.declined
        return try await write { db in
            var result = plan.result
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

    /// Codes of sessions here that a merge with `other` erases.
    package func participantsErased(by other: ResultsStore) throws(DiagnosticError) -> Set<String> {
        try participantsErased(by: try other.tombstones())
    }

    /// Codes of sessions here that tombstones from elsewhere erase.
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
        return Set(try MergePlan(input, into: self, renaming: [:]).result.erased)
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
                INSERT INTO erased (uuid, session, participant, study, erased_wall_us, finished,
                    lab, digests)
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
        let id: Int64
        if let session = addition.onto, addition.isReplacement {
            // The events of the other branch are at the hub. What this copy records from now on must
            // not have their origin.
            _ = try delete(session, in: db)
            try db.execute(sql: "UPDATE file_copy SET uuid = ?", arguments: [UUID().uuidString])
            id = session
        } else if let session = addition.onto {
            id = session
            record = SessionRecord(try db.recordedEvents(session: session))
        } else {
            try db.execute(
                sql: "INSERT OR IGNORE INTO participants (id) VALUES (?)",
                arguments: [log.participant]
            )
            id = try nextSession(in: db)
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
