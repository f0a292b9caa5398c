import ContentHash
import Diagnostics
import Foundation
import GRDB
import StudyDefinition

/// A study's definition and the bytes of all its files. They are read before the start of the
/// transaction that stores them.
struct StudyContents: Sendable {
    private let folder: StudyFolder
    private let definition: String
    private let bytes: [String: Data]

    init(_ folder: StudyFolder) throws(DiagnosticError) {
        self.folder = folder
        var bytes: [String: Data] = [:]
        for (path, hash) in folder.files {
            let url = folder.url.appendingPathComponent(path)
            guard let data = try? Data(contentsOf: url), sha256(data) == hash else {
                throw DiagnosticError(
                    "study-changed",
                    at: .init(file: url.path),
                    "changed while it was being read",
                    fix: "try again when the file is no longer being changed",
                    status: .tryAgain
                )
            }
            bytes[hash] = data
        }
        self.bytes = bytes
        do { definition = try json(folder.study) } catch {
            throw DiagnosticError("study-encoding", "\(error)", status: .software)
        }
    }

    func store(in db: Database) throws {
        let study = folder.study
        try db.run(
            """
            INSERT OR IGNORE INTO studies (hash, id, version, title, definition)
            VALUES (?, ?, ?, ?, ?)
            """,
            [folder.hash, study.id, study.version, study.title, definition]
        )
        guard db.changesCount > 0 else { return }
        for (hash, data) in bytes {
            try db.run("INSERT OR IGNORE INTO contents (hash, bytes) VALUES (?, ?)", [hash, data])
        }
        for (path, hash) in folder.files {
            try db.run(
                "INSERT INTO study_files (study, path, content) VALUES (?, ?, ?)",
                [folder.hash, path, hash]
            )
        }
    }
}
