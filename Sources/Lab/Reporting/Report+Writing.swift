package import Diagnostics
package import Foundation
import Parallel
import ResultsStore
import StudyDefinition

extension Report {
    /// Writes every file to `folder`, and creates the folder if needed. The files of an earlier
    /// report are kept until all new files are written. The earlier files are then replaced, and
    /// tables that the new report does not have are removed. While the folder may contain files of
    /// both reports, it also contains a note that says so.
    ///
    /// - Parameter name: the folder as the user typed it, for messages.
    package func write(to folder: URL, named name: String) throws(DiagnosticError) {
        do throws(SystemFault) {
            let scratch = try ScratchFolder(in: folder)
            defer { scratch.remove() }
            // Each file is released as soon as it is written, because all files together may be
            // large.
            let written = concurrently(makers) { make -> (path: String, fault: SystemFault?) in
                let file = make()
                do throws(SystemFault) {
                    try scratch.add(Data(file.bytes), at: file.path)
                    return (file.path, nil)
                } catch { return (file.path, error) }
            }
            if let fault = written.lazy.compactMap({ $0.fault }).first { throw fault }
            try Report.publish(written.map { $0.path }, from: scratch, in: folder)
        } catch {
            throw DiagnosticError(
                "report-not-written",
                at: .init(file: error.path.hasPrefix("/") ? name : "\(name)/\(error.path)"),
                "cannot be written: \(error.words)",
                fix: "choose another folder with --output FOLDER",
                status: .cannotCreate
            )
        }
    }

    /// Moves the files to the report's folder. Removes the tables of the earlier report that this
    /// report does not have.
    ///
    /// Old tables are removed first, then the list of files is replaced, and then new tables are
    /// added. The list therefore names every table in the folder, even if the process is killed.
    private static func publish(
        _ paths: [String],
        from scratch: ScratchFolder,
        in folder: URL
    ) throws(SystemFault) {
        let old = listedTables(in: folder)
        let list = "Files of the report, which evalrun replaces:\n" + paths.joined(separator: "\n")
        try scratch.add(Data("\(list)\n".utf8), at: listName)
        StaleReport.markIncomplete(folder)
        for path in Set(old).subtracting(paths).sorted() {
            guard unlink(folder.appendingPathComponent(path).path) == 0 || errno == ENOENT else {
                throw SystemFault(path)
            }
        }
        for path in [listName] + paths {
            try scratch.move(path, to: folder.appendingPathComponent(path))
        }
        StaleReport.unmarkIncomplete(folder)
    }

    /// File that lists the paths of the report's files, one per line.
    private static let listName = OutputFolder.reportList

    /// Returns the paths of the earlier report's tables. Tables that the user added are not
    /// included.
    private static func listedTables(in folder: URL) -> [String] {
        let list = folder.appendingPathComponent(listName)
        let lines = (try? String(contentsOf: list, encoding: .utf8))?.split(separator: "\n") ?? []
        return lines.map(String.init).filter { $0.wholeMatch(of: #/tables\/[^\/]+\.csv/#) != nil }
    }
}
