import Diagnostics
import Foundation
import ResultsStore
import StudyDefinition

/// Restores a study from a results file into a folder, so that a session that began with an older
/// version of the study can continue with that version.
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
