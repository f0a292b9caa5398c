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
                    "changed after this command had read the study",
                    fix: "if the command is still running, press Ctrl-C; then run it again; "
                        + "nothing was recorded",
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
        // A merged file or a hub may have stored incomplete or changed files under this hash.
        let stored: [String: String] = try db.rows(
            "SELECT path, content FROM study_files WHERE study = ?",
            [folder.hash]
        ).reduce(into: [:]) { $0[try $1.get(0)] = try $1.get(1) as String }
        if stored == folder.files { return }
        try db.run("DELETE FROM study_files WHERE study = ?", [folder.hash])
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

/// Functions for the files of stored study definitions. Earlier versions of evalrun also stored
/// files that evalrun itself wrote into the study's folder, such as results files and workspaces.
extension Database {
    /// Returns the files of a stored study, keyed by path, without those that evalrun itself wrote.
    func studyFiles(_ hash: String) throws -> [String: Data] {
        let files = try allStudyFiles(hash)
        let outputs = try outputs(among: files, of: hash)
        let own = files.filter { !outputs.contains($0.key) }
        for path in own.keys { _ = try inFolder(path) }
        return own
    }

    /// Removes evalrun's own output files from the stored study definitions. Their contents stay in
    /// the database until unreferenced contents are removed.
    func deleteOutputsFromStudies() throws {
        for hash: String in try values("SELECT hash FROM studies") {
            for path in try outputs(among: try allStudyFiles(hash), of: hash) {
                try run("DELETE FROM study_files WHERE study = ? AND path = ?", [hash, path])
            }
        }
    }

    private func allStudyFiles(_ hash: String) throws -> [String: Data] {
        try rows(
            """
            SELECT path, bytes FROM study_files
            JOIN contents ON contents.hash = study_files.content
            WHERE study = ?
            """,
            [hash]
        ).reduce(into: [:]) { $0[try $1.get(0)] = try $1.get(1) as Data }
    }

    private func outputs(among files: [String: Data], of hash: String) throws -> Set<String> {
        let text: String? = try value("SELECT definition FROM studies WHERE hash = ?", [hash])
        let study = text.flatMap { try? JSONDecoder().decode(Study.self, from: Data($0.utf8)) }
        return study?.outputs(among: files) ?? []
    }
}
