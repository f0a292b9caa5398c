import Diagnostics
import Foundation
import ResultsStore
import StudyDefinition

/// Restores an older version of a study from a results file into a folder. A session that began
/// with this version can then continue with it.
enum StoredStudy {
    static func restore(
        _ hash: String,
        from store: ResultsStore,
        into cache: URL
    ) throws(DiagnosticError) -> StudyFolder {
        let folder = cache.appendingPathComponent("studies/\(hash.prefix(16))")
        for (path, bytes) in try store.studyFiles(hash: hash) {
            let url = folder.appendingPathComponent(path)
            do {
                try url.createParent()
                try bytes.write(to: url, options: .atomic)
                if path.hasSuffix("/apply") || isProgram(bytes) {
                    try FileManager.default.setAttributes(
                        [.posixPermissions: 0o755],
                        ofItemAtPath: url.path
                    )
                }
            } catch {
                throw DiagnosticError(
                    "restore-study",
                    at: .init(file: url.path),
                    plain(error),
                    status: .cannotCreate
                )
            }
        }
        return try StudyReader.read(folder)
    }

    /// Returns whether the file is a script with an interpreter or a compiled program. Results
    /// files do not contain permissions, but checks and starters may run such files.
    private static func isProgram(_ bytes: Data) -> Bool {
        let starts: [[UInt8]] = [
            Array("#!".utf8), [0x7F, 0x45, 0x4C, 0x46], [0xCF, 0xFA, 0xED, 0xFE],
            [0xCA, 0xFE, 0xBA, 0xBE],
        ]
        return starts.contains { bytes.starts(with: $0) }
    }
}
