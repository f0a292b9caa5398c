package import Diagnostics
import Foundation
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
        let plan = try MergePlan(other, into: self, renaming: renaming)
        guard plan.conflicts.isEmpty else { throw DiagnosticError(plan.conflicts) }
        let needed = try MergeContents(other, sessions: plan.additions.map(\.log.session))
        let declined = try other.declinedPersons()
        return try await write { db in
            var result = plan.result
            for (tombstone, session) in plan.tombstones {
                try ResultsStore.take(tombstone, session, leftovers, in: db)
            }
            result.locks = try needed.store(in: db)
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
        Set(try MergePlan(other, into: self, renaming: [:]).result.erased)
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
                INSERT INTO erased (uuid, session, participant, study, erased_wall_us, finished)
                VALUES (?, NULL, ?, ?, ?, 1)
                """,
            arguments: [
                tombstone.uuid?.uuidString, tombstone.participant, tombstone.study, tombstone.wall,
            ]
        )
    }

    private static func append(_ addition: MergePlan.Addition, in db: Database) throws {
        let log = addition.log
        var record = SessionRecord()
        let id: Int64
        if let session = addition.onto {
            id = session
            let rows = try Row.fetchAll(
                db,
                sql: "SELECT * FROM events WHERE session = ? ORDER BY number",
                arguments: [session]
            )
            record = SessionRecord(try rows.map(RecordedEvent.init(row:)))
        } else {
            try db.execute(
                sql: "INSERT OR IGNORE INTO participants (id) VALUES (?)",
                arguments: [log.participant]
            )
            id = try nextSession(in: db)
        }
        for recorded in log.events[addition.from...] {
            record = try SessionLog.append(
                [recorded.event],
                at: recorded.stamp,
                to: record,
                session: id,
                in: db
            )
        }
        // A start event without a UUID names another one after its participant has been renamed.
        guard addition.onto == nil else { return }
        try db.execute(
            sql: "UPDATE sessions SET uuid = ? WHERE id = ?",
            arguments: [log.uuid.uuidString, id]
        )
    }
}
