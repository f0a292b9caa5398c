import ContentHash
package import Diagnostics
package import Foundation
import GRDB

/// The files of a workspace at one instant.
package struct Snapshot: Sendable, Hashable {
    package struct File: Sendable, Hashable, Codable {
        package var path: String
        /// Permission bits.
        package var mode: Int
        /// SHA-256 of the file's bytes.
        package var content: String

        package init(path: String, mode: Int, content: String) {
            (self.path, self.mode, self.content) = (path, mode, content)
        }
    }

    /// A file or other workspace entry that is not included in ``Snapshot/files``.
    package struct Omission: Sendable, Hashable, Codable {
        /// Path of the entry. If the entry's name is not valid UTF-8, each byte of the name that
        /// is not printable ASCII is escaped, as in `\xff`.
        package var path: String
        /// Size in bytes; nil if it is unknown or if the entry is not a file.
        package var size: Int64?
        package var reason: String

        package init(path: String, size: Int64?, reason: String) {
            (self.path, self.size, self.reason) = (path, size, reason)
        }
    }

    /// SHA-256 of a text with one line for each file, followed by one line for each omission.
    package var hash: String
    package var files: [File]
    package var omissions: [Omission]

    package init(hash: String, files: [File], omissions: [Omission] = []) {
        (self.hash, self.files, self.omissions) = (hash, files, omissions)
    }

    /// Returns whether ``hash`` can be the hash of these files and omissions, which may be in
    /// another order than when the hash was computed. If there are several omissions, the hash is
    /// not compared, because their order is unknown. False if a path leads out of the workspace.
    package var isPlausible: Bool {
        guard files.allSatisfy({ isInsideFolder($0.path) }) else { return false }
        if omissions.count > 1 { return true }
        // SQLite sorts names by their bytes, Swift by their characters.
        return [files, files.sorted { $0.path < $1.path }]
            .contains { Snapshot(files: $0, omissions: omissions).hash == hash }
    }

    /// Creates a snapshot and computes its hash from the files and omissions in the given order.
    package init(files: [File], omissions: [Omission] = []) {
        var hash = SHA256()
        for file in files {
            hash.update("\(file.path) \(String(file.mode, radix: 8)) \(file.content)\n".utf8)
        }
        for omission in omissions {
            hash.update("- \(omission.path) \(omission.size ?? 0) \(omission.reason)\n".utf8)
        }
        self.init(hash: hash.finish(), files: files, omissions: omissions)
    }
}

extension ResultsStore {
    /// Stores a snapshot.
    ///
    /// - Parameter bytes: the contents that the results file does not contain yet, keyed by content
    ///   hash.
    package func keep(_ snapshot: Snapshot, bytes: [String: Data]) async throws(DiagnosticError) {
        try await write { db in
            try db.run("INSERT OR IGNORE INTO snapshots (hash) VALUES (?)", [snapshot.hash])
            guard db.changesCount > 0 else { return }
            let known = try db.cachedStatement(sql: "SELECT 1 FROM contents WHERE hash = ?")
            for (hash, data) in bytes
            where try Bool.fetchOne(known, arguments: [hash]) == nil {
                try db.run("INSERT INTO contents (hash, bytes) VALUES (?, ?)", [hash, data])
            }
            for file in snapshot.files {
                try db.run(
                    """
                    INSERT INTO snapshot_files (snapshot, path, mode, content) VALUES (?, ?, ?, ?)
                    """,
                    [snapshot.hash, file.path, file.mode, file.content]
                )
            }
            for omission in snapshot.omissions {
                try db.run(
                    """
                    INSERT OR IGNORE INTO snapshot_omissions (snapshot, path, size, reason)
                    VALUES (?, ?, ?, ?)
                    """,
                    [snapshot.hash, omission.path, omission.size, omission.reason]
                )
            }
        }
    }

    /// Returns the workspace entries that a snapshot omits.
    package func omissions(ofSnapshot hash: String) throws(DiagnosticError) -> [Snapshot.Omission] {
        try read { db in
            try db.rows(
                """
                SELECT path, size, reason FROM snapshot_omissions
                WHERE snapshot = ? ORDER BY path
                """,
                [hash]
            ).map { .init(path: try $0.get(0), size: try $0.get(1), reason: try $0.get(2)) }
        }
    }

    /// Returns the files of a snapshot with their bytes; nil if there is no such snapshot.
    package func snapshot(
        hash: String
    ) throws(DiagnosticError) -> [(file: Snapshot.File, bytes: Data)]? {
        try read { db in
            let known: String? = try db.value("SELECT hash FROM snapshots WHERE hash = ?", [hash])
            guard known != nil else { return nil }
            return try db.rows(
                """
                SELECT path, mode, content, bytes FROM snapshot_files
                JOIN contents ON contents.hash = snapshot_files.content
                WHERE snapshot = ? ORDER BY path
                """,
                [hash]
            ).map { row in
                let (path, mode) = (try inFolder(row.get("path")), try row.get("mode") as Int)
                guard (0...0o777).contains(mode) else {
                    throw damaged("the file \(path) of a snapshot has invalid permissions: \(mode)")
                }
                return (
                    Snapshot.File(path: path, mode: mode, content: try row.get("content")),
                    try row.get("bytes")
                )
            }
        }
    }

    /// Returns the files of a snapshot with their sizes in bytes; nil if there is no such snapshot.
    package func files(
        ofSnapshot hash: String
    ) throws(DiagnosticError) -> [(file: Snapshot.File, size: Int)]? {
        try read { db in
            let known: Int? = try db.value("SELECT 1 FROM snapshots WHERE hash = ?", [hash])
            guard known != nil else { return nil }
            return try db.rows(
                """
                SELECT path, mode, content, length(bytes) FROM snapshot_files
                JOIN contents ON contents.hash = snapshot_files.content
                WHERE snapshot = ? ORDER BY path
                """,
                [hash]
            ).map { row in
                (
                    .init(path: try row.get(0), mode: try row.get(1), content: try row.get(2)),
                    try row.get(3)
                )
            }
        }
    }

    /// Returns the bytes with this SHA-256; nil if the file does not contain them.
    package func content(hash: String) throws(DiagnosticError) -> Data? {
        try read { try $0.value("SELECT bytes FROM contents WHERE hash = ?", [hash]) }
    }
}
