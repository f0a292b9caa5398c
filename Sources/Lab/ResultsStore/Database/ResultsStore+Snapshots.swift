package import Diagnostics
package import Foundation
import GRDB

/// The files of a workspace at one instant.
package struct Snapshot: Sendable, Hashable {
    package struct File: Sendable, Hashable {
        package var path: String
        /// Permission bits.
        package var mode: Int
        /// SHA-256 of the bytes.
        package var content: String

        package init(path: String, mode: Int, content: String) {
            self.path = path
            self.mode = mode
            self.content = content
        }
    }

    /// SHA-256 over the sorted lines of `files`.
    package var hash: String
    package var files: [File]

    package init(hash: String, files: [File]) {
        self.hash = hash
        self.files = files
    }
}

extension ResultsStore {
    /// Keeps a snapshot; `bytes` gives the content of a hash that the file does not hold yet.
    package func keep(
        _ snapshot: Snapshot,
        bytes: [String: Data]
    ) async throws(DiagnosticError) {
        try await write { db in
            try db.execute(
                sql: "INSERT OR IGNORE INTO snapshots (hash) VALUES (?)",
                arguments: [snapshot.hash]
            )
            guard db.changesCount > 0 else { return }
            for (hash, data) in bytes {
                try db.execute(
                    sql: "INSERT OR IGNORE INTO contents (hash, bytes) VALUES (?, ?)",
                    arguments: [hash, data]
                )
            }
            for file in snapshot.files {
                try db.execute(
                    sql: """
                        INSERT INTO snapshot_files (snapshot, path, mode, content)
                        VALUES (?, ?, ?, ?)
                        """,
                    arguments: [snapshot.hash, file.path, file.mode, file.content]
                )
            }
        }
    }

    /// The files of a snapshot with their bytes; nil where there is no such snapshot.
    package func snapshot(
        hash: String
    ) throws(DiagnosticError) -> [(file: Snapshot.File, bytes: Data)]? {
        try read { db in
            let known = try String.fetchOne(
                db,
                sql: "SELECT hash FROM snapshots WHERE hash = ?",
                arguments: [hash]
            )
            guard known != nil else { return nil }
            return try Row.fetchAll(
                db,
                sql: """
                    SELECT path, mode, content, bytes FROM snapshot_files
                    JOIN contents ON contents.hash = snapshot_files.content
                    WHERE snapshot = ? ORDER BY path
                    """,
                arguments: [hash]
            ).map {
                (
                    Snapshot.File(
                        path: try $0.get("path"),
                        mode: try $0.get("mode"),
                        content: try $0.get("content")
                    ),
                    try $0.get("bytes")
                )
            }
        }
    }
}
