import ContentHash
package import Diagnostics
import Foundation
import GRDB
package import StudyDefinition

/// The lock of a study: a record of the study's parts that were fixed before data collection.
package struct StoredLock: Sendable, Hashable {
    /// The study's id.
    package var study: String
    package var hash: String
    /// Planned number of analyzed participants; nil if none was given.
    package var target: Int?
    /// Hashes of the study's parts, keyed by the parts' names.
    package var terms: [String: String]
    /// Time at which the study was locked, in microseconds since 1970, UTC.
    package var wall: Int64

    package init(study: String, hash: String, target: Int?, terms: [String: String], wall: Int64) {
        (self.study, self.hash, self.target, self.terms) = (study, hash, target, terms)
        self.wall = wall
    }

    /// The key of the registered analysis in ``terms``.
    package static let registeredAnalysis = "registered analysis"

    /// Returns the message about a part of the study that changed after the study was locked.
    ///
    /// - Parameter elements: the changed elements of the part, such as the ids of tasks.
    package static func change(of part: String, _ elements: [String]) -> String {
        "“\(part)” changed after the study was locked\(list(elements))"
    }

    /// Returns the changed elements of a part as the end of a message; empty if there are none.
    package static func list(_ elements: [String]) -> String {
        elements.isEmpty ? "" : ": \(listed(elements, most: 20))"
    }

    /// Returns the hash of a part of a study, as in ``terms``.
    package static func term(_ part: any Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return sha256(Array(try encoder.encode(part)))
    }
}

extension ResultsStore {
    /// Returns the lock of a study. Returns nil if the file contains no lock of the study. Files of
    /// schema version 1 have no locks.
    package func lock(study: String) throws(DiagnosticError) -> StoredLock? {
        try read { db in
            guard try db.tableExists("locks") else { return nil }
            return try db.rows("SELECT * FROM locks WHERE study = ?", [study]).first.map { row in
                let terms: String = try row.get("terms")
                return StoredLock(
                    study: try row.get("study"),
                    hash: try row.get("hash"),
                    target: try row.get("target"),
                    terms: try JSONDecoder().decode([String: String].self, from: Data(terms.utf8)),
                    wall: try row.get("locked_wall_us")
                )
            }
        }
    }

    /// Returns the registered analysis that was locked, formatted for printing. Returns nil if the
    /// study is not locked, if it was locked without a registered analysis, or if no definition in
    /// the file has the locked analysis.
    package func lockedAnalysis(of study: String) throws(DiagnosticError) -> RegisteredAnalysis? {
        guard let term = try lock(study: study)?.terms[StoredLock.registeredAnalysis] else {
            return nil
        }
        for hash in try definitions(of: study) {
            // A definition that a newer evalrun stored may not be readable.
            guard let known = try? self.study(hash: hash), let analysis = known.analysis else {
                continue
            }
            if (try? StoredLock.term(analysis)) == term { return known.printed.analysis }
        }
        return nil
    }

    /// Stores the lock of a study: the record of the parts that were fixed before data collection.
    /// Returns false, and changes nothing, if the file already contains a lock of the study.
    ///
    /// - Parameter folder: the locked study. Its definition and files are stored too, so that
    ///   messages can state what changed after the study was locked.
    @discardableResult
    package func keep(
        _ lock: StoredLock,
        of folder: StudyFolder? = nil
    ) async throws(DiagnosticError) -> Bool {
        let contents = try folder.map(StudyContents.init)
        return try await write { db in
            try db.run(
                """
                INSERT INTO locks (study, hash, target, terms, locked_wall_us)
                VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (study) DO NOTHING
                """,
                [lock.study, lock.hash, lock.target, try json(lock.terms), lock.wall]
            )
            guard db.changesCount > 0 else { return false }
            try contents?.store(in: db)
            return true
        }
    }
}
