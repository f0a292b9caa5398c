package import Diagnostics
package import Foundation
import Parallel
import ResultsStore

extension Report {
    /// Writes every file to `folder`, and creates the folder if needed. Each file is replaced
    /// atomically. A file of an earlier report is kept if this report has no file of that name; the
    /// note that marks the earlier report as stale is removed.
    ///
    /// - Parameter name: the folder as the user typed it, for messages.
    package func write(to folder: URL, named name: String) throws(DiagnosticError) {
        // Each file is released as soon as it is written, because all files together may be large.
        let failed = concurrently(makers) { make in
            let file = make()
            return Report.write(file, to: folder) ? nil : file.path
        }
        guard let path = failed.lazy.compactMap(\.self).first else {
            return StaleReport.unmark(folder)
        }
        throw DiagnosticError(
            "report-not-written",
            at: .init(file: "\(name)/\(path)"),
            "cannot be written",
            fix: "choose another folder with --output FOLDER",
            status: .cannotCreate
        )
    }

    /// Writes one file. Returns false if it cannot be written.
    private static func write(_ file: File, to folder: URL) -> Bool {
        let url = folder.appending(path: file.path)
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(file.bytes).write(to: url, options: .atomic)
            return true
        } catch {
            return false
        }
    }
}
