package import Diagnostics
package import Foundation

extension Report {
    /// Writes every file below `folder`, making it where there is none; each file is replaced as a
    /// whole. Files of an earlier report that this one does not have stay.
    ///
    /// - Parameter name: the folder as the user typed it, for messages.
    package func write(to folder: URL, named name: String) throws(DiagnosticError) {
        for file in files {
            let url = folder.appending(path: file.path)
            do {
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try Data(file.bytes).write(to: url, options: .atomic)
            } catch {
                throw DiagnosticError(
                    "report-not-written",
                    at: .init(file: "\(name)/\(file.path)"),
                    "cannot be written",
                    fix: "choose another folder with --output FOLDER",
                    status: .cannotCreate
                )
            }
        }
    }
}
