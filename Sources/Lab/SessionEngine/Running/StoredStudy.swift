import Diagnostics
import Foundation
import ResultsStore
import StudyDefinition

/// Restoration of an older version of a study from a results file into a folder. A session that
/// began with this version can then continue with it.
enum StoredStudy {
    /// Restores the study. Each file is complete when it appears in the folder, because another
    /// session may be using the folder. Removes files that are not part of the study.
    static func restore(
        _ hash: String,
        from store: ResultsStore,
        into cache: URL
    ) throws(DiagnosticError) -> StudyFolder {
        // The hash is a part of the folder's path. A results file of another lab may contain any
        // text as a hash, such as `../..`.
        guard !hash.isEmpty, hash.allSatisfy(\.isHexDigit) else {
            throw DiagnosticError(
                "restore-study",
                at: .init(file: store.path),
                "the file is damaged: a study has the invalid hash \"\(hash)\"",
                fix: "restore the file from a backup"
            )
        }
        let studies = cache.appendingPathComponent("studies")
        let folder = studies.appendingPathComponent("\(hash.prefix(16))")
        let files = try store.studyFiles(hash: hash)
        do {
            let scratch = try ScratchFolder(in: studies)
            defer { scratch.remove() }
            for (path, bytes) in files { try put(bytes, at: path, in: folder, scratch) }
            try removeFiles(in: folder, except: Set(files.map(\.path)))
            // Marks the folder as used: every session removes folders that were not used for a
            // month.
            try FileManager.default.setAttributes(
                [.modificationDate: Date()],
                ofItemAtPath: folder.path
            )
        } catch {
            throw DiagnosticError(
                "restore-study",
                at: .init(file: folder.path),
                plain(error),
                status: .cannotCreate
            )
        }
        return try StudyReader.read(folder)
    }

    private static func put(
        _ bytes: Data,
        at path: String,
        in folder: URL,
        _ scratch: ScratchFolder
    ) throws {
        let target = folder.appendingPathComponent(path)
        let isExecutable = path.hasSuffix("/apply") || isProgram(bytes)
        if FileManager.default.contents(atPath: target.path) != bytes {
            try scratch.add(bytes, at: path)
            if isExecutable { try makeExecutable(scratch.url.appendingPathComponent(path)) }
            try scratch.move(path, to: target)
        }
        // `move` gives the new file the permissions of the file that it replaces.
        if isExecutable { try makeExecutable(target) }
    }

    private static func makeExecutable(_ file: URL) throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }

    /// Removes all files in the folder except those at `paths`. The folder may contain an
    /// incomplete file if an earlier version of evalrun was killed.
    private static func removeFiles(in folder: URL, except paths: Set<String>) throws {
        let found = FileManager.default.enumerator(atPath: folder.path)
        while let path = found?.nextObject() as? String {
            let place = folder.appendingPathComponent(path)
            if !paths.contains(path), FileKind(at: place.path) != .folder {
                try FileTree.remove(place)
            }
        }
    }

    /// Returns whether the file is executable: a compiled program, or a script that begins with
    /// `#!`. The answer is based on the contents, because results files do not contain permissions.
    private static func isProgram(_ bytes: Data) -> Bool {
        let starts: [[UInt8]] = [
            Array("#!".utf8), [0x7F, 0x45, 0x4C, 0x46], [0xCF, 0xFA, 0xED, 0xFE],
            [0xCA, 0xFE, 0xBA, 0xBE],
        ]
        return starts.contains { bytes.starts(with: $0) }
    }
}
