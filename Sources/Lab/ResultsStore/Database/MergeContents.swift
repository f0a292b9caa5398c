import ContentHash
import Diagnostics
package import Foundation
import GRDB
import StudyDefinition

/// Rows to which sessions refer: study definitions, snapshots and file contents. Their keys are
/// content hashes, so rows with the same key are equal in all results files.
package struct MergeContents: Sendable {
    private var rows: [(table: String, values: [(String, DatabaseValue)])] = []
    private var locks: [[(String, DatabaseValue)]] = []

    package init() {}

    /// Adds a row that was pulled from a hub.
    ///
    /// - Parameter table: name of the table. It must store definitions, snapshots or file contents.
    package mutating func add(_ cells: [(String, Cell)], to table: String) {
        rows.append((table, cells.map { ($0.0, $0.1.value) }))
    }

    /// A value in one column of a row.
    package enum Cell: Sendable {
        case text(String)
        case integer(Int64?)
        case bytes(Data)

        fileprivate var value: DatabaseValue {
            switch self {
            case .text(let text): text.databaseValue
            case .integer(let number): number?.databaseValue ?? .null
            case .bytes(let data): data.databaseValue
            }
        }
    }

    /// Adds the lock of a study: the record of the study's parts that were fixed before data
    /// collection.
    package mutating func add(_ lock: StoredLock) {
        locks.append([
            ("study", lock.study.databaseValue), ("hash", lock.hash.databaseValue),
            ("target", lock.target?.databaseValue ?? .null),
            ("terms", ((try? json(lock.terms)) ?? "{}").databaseValue),
            ("locked_wall_us", lock.wall.databaseValue),
        ])
    }

    /// Reads the rows from `file`. Reads only snapshots that belong to `sessions`, because other
    /// sessions may have been erased in the receiving file.
    init(_ file: ResultsStore, sessions: [Int64]) throws(DiagnosticError) {
        let ids = "[\(sessions.map(String.init).joined(separator: ","))]"
        let named = """
            WITH taken AS (SELECT value AS session FROM json_each('\(ids)')), named AS (
                SELECT start_snapshot AS hash FROM task_runs JOIN taken USING (session)
                UNION SELECT end_snapshot FROM task_runs JOIN taken USING (session)
                UNION SELECT snapshot FROM attempts JOIN taken USING (session)
                UNION SELECT json_extract(payload, '$.kept') FROM events JOIN taken USING (session)
                    WHERE kind = 'taskPrepared')
            """
        let queries = [
            (
                "contents",
                """
                \(named) SELECT * FROM contents WHERE hash IN (SELECT content FROM study_files)
                    OR hash IN (SELECT content FROM snapshot_files JOIN named ON hash = snapshot)
                """
            ),
            ("studies", "SELECT * FROM studies"),
            ("study_files", "SELECT * FROM study_files"),
            (
                "snapshots",
                "\(named) SELECT * FROM snapshots WHERE hash IN (SELECT hash FROM named)"
            ),
            (
                "snapshot_files",
                """
                \(named) SELECT * FROM snapshot_files WHERE snapshot IN (SELECT hash FROM named)
                ORDER BY snapshot, path
                """
            ),
            (
                "snapshot_omissions",
                """
                \(named) SELECT * FROM snapshot_omissions
                WHERE snapshot IN (SELECT hash FROM named)
                """
            ),
        ]
        (rows, locks) = try file.read { db in
            let rows = try queries.flatMap { table, sql in
                try Row.fetchAll(db, sql: sql).map { (table, $0.map { ($0.0, $0.1) }) }
            }
            let locks = try db.rows("SELECT * FROM locks ORDER BY study")
                .map { $0.map { ($0.0, $0.1) } }
            return (rows, locks)
        }
        try requireUnchanged(in: file.path)
    }

    /// Throws an error if the bytes of a file or the files of a snapshot do not match their hash,
    /// or if a file's path leads out of its folder.
    private func requireUnchanged(in file: String) throws(DiagnosticError) {
        var snapshots: [String: Snapshot] = [:]
        for row in values(of: "snapshots") {
            snapshots[text("hash", row)] = Snapshot(hash: text("hash", row), files: [])
        }
        for row in values(of: "snapshot_files") {
            let mode = Int.fromDatabaseValue(cell("mode", row)) ?? -1
            snapshots[text("snapshot", row)]?.files.append(
                .init(path: text("path", row), mode: mode, content: text("content", row))
            )
        }
        for row in values(of: "snapshot_omissions") {
            let size = Int64.fromDatabaseValue(cell("size", row))
            snapshots[text("snapshot", row)]?.omissions.append(
                .init(path: text("path", row), size: size, reason: text("reason", row))
            )
        }
        let isUnchanged =
            values(of: "contents").allSatisfy {
                sha256(Data.fromDatabaseValue(cell("bytes", $0)) ?? Data()) == text("hash", $0)
            } && snapshots.values.allSatisfy(\.isPlausible)
            && rows.filter { $0.table.hasSuffix("_files") }
                .allSatisfy { isInsideFolder(text("path", $0.values)) }
        if isUnchanged { return }
        throw DiagnosticError(
            "changed-files",
            at: .init(file: file),
            "the stored files of a session or of a study were changed after they were recorded",
            fix: "restore the file from a backup and merge again; nothing was merged"
        )
    }

    private func cell(_ name: String, _ row: [(String, DatabaseValue)]) -> DatabaseValue {
        row.first { $0.0 == name }?.1 ?? .null
    }

    private func text(_ name: String, _ row: [(String, DatabaseValue)]) -> String {
        String.fromDatabaseValue(cell(name, row)) ?? ""
    }

    private func values(of table: String) -> [[(String, DatabaseValue)]] {
        rows.filter { $0.table == table }.map(\.values)
    }

    /// Stores the rows and the study locks. If both the file and these contents have a lock of the
    /// same study, the lock with the earlier time is kept. Returns the ids of the studies whose
    /// lock was taken from these contents.
    ///
    /// Adds no files to a snapshot that the file already has. Adds files to a study that the file
    /// already has only if the files in these contents match the study's hash: a hub may have left
    /// out large files.
    func store(in db: Database) throws -> [String] {
        let known: [String: Set<String>] = [
            "study": Set(try db.values("SELECT hash FROM studies")).subtracting(intactStudies),
            "snapshot": Set(try db.values("SELECT hash FROM snapshots")),
        ]
        for (table, values) in rowsWithoutOutputs {
            if known.contains(where: { $1.contains(text($0, values)) }) { continue }
            try insert(values, into: table, "INSERT OR IGNORE", in: db)
        }
        var taken: [String] = []
        for lock in locks {
            try insert(
                lock,
                into: "locks",
                "INSERT",
                """
                ON CONFLICT (study) DO UPDATE SET hash = excluded.hash, target = excluded.target,
                    terms = excluded.terms, locked_wall_us = excluded.locked_wall_us
                WHERE (excluded.locked_wall_us, excluded.hash) < (locked_wall_us, locks.hash)
                """,
                in: db
            )
            guard db.changesCount > 0, let study = lock.first(where: { $0.0 == "study" })?.1
            else { continue }
            taken.append(String.fromDatabaseValue(study) ?? "")
        }
        return taken
    }

    /// Hashes of the studies all of whose files are in these contents.
    private var intactStudies: Set<String> {
        var files: [String: [String: String]] = [:]
        for row in values(of: "study_files") {
            files[text("study", row), default: [:]][text("path", row)] = text("content", row)
        }
        return Set(files.filter { StudyFolder.hash(of: $1) == $0 }.keys)
    }

    /// The rows, except those for files that evalrun itself wrote into a study's folder. These
    /// files may contain data of a person who was erased from the receiving file.
    private var rowsWithoutOutputs: [(table: String, values: [(String, DatabaseValue)])] {
        guard rows.contains(where: { $0.table == "study_files" }) else { return rows }
        let bytes = Dictionary(
            values(of: "contents").map {
                (text("hash", $0), Data.fromDatabaseValue(cell("bytes", $0)) ?? Data())
            }
        ) { $1 }
        var files: [String: [String: String]] = [:]
        for row in values(of: "study_files") {
            files[text("study", row), default: [:]][text("path", row)] = text("content", row)
        }
        var outputs: [String: Set<String>] = [:]
        for row in values(of: "studies") {
            let (hash, definition) = (text("hash", row), Data(text("definition", row).utf8))
            let study = try? JSONDecoder().decode(Study.self, from: definition)
            let contents = (files[hash] ?? [:]).compactMapValues { bytes[$0] }
            outputs[hash] = study?.outputs(among: contents)
        }
        guard outputs.values.contains(where: { !$0.isEmpty }) else { return rows }
        let kept = rows.filter { table, row in
            table != "study_files"
                || outputs[text("study", row)]?.contains(text("path", row)) != true
        }
        let named = Set(
            kept.filter { $0.table.hasSuffix("_files") }.map { text("content", $0.values) }
        )
        return kept.filter { $0.table != "contents" || named.contains(text("hash", $0.values)) }
    }

    private func insert(
        _ values: [(String, DatabaseValue)],
        into table: String,
        _ verb: String,
        _ conflict: String = "",
        in db: Database
    ) throws {
        let names = values.map(\.0).joined(separator: ", ")
        let places = values.map { _ in "?" }.joined(separator: ", ")
        try db.run(
            "\(verb) INTO \(table) (\(names)) VALUES (\(places)) \(conflict)",
            StatementArguments(values.map(\.1))
        )
    }
}
