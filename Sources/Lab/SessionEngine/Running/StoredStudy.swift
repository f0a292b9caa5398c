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
                if path.hasSuffix("/apply") {
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
}
