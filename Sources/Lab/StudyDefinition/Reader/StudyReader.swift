package import Diagnostics
package import Foundation
import YAMLFields

/// Reader of a study's folder. The StudyFile page describes the format.
package enum StudyReader {
    static let fileName = "study.yaml"

    /// Returns the study in `folder`. Its `remarks` are the reader's warnings and notes.
    ///
    /// - Throws: `DiagnosticError` if there is at least one error. It contains all errors and
    ///   warnings, first those in `study.yaml`, then those in other files, sorted by file, line and
    ///   column. The exit status is `noInput` if `folder` is not a folder or has no `study.yaml`,
    ///   otherwise `data`.
    package static func read(_ folder: URL) throws(DiagnosticError) -> StudyFolder {
        try readWithWarnings(folder).folder
    }

    /// Returns the study in `folder`, with warnings about parts that may be mistakes.
    package static func readWithWarnings(
        _ folder: URL
    ) throws(DiagnosticError) -> (folder: StudyFolder, warnings: [Diagnostic]) {
        try requireStudyFile(in: folder)
        let findings = DiagnosticList()
        let read = StudyReading(folder: folder, findings: findings).read()
        let sorted = findings.sorted(main: fileName)
        guard var result = read, !findings.hasErrors else {
            throw DiagnosticError(sorted.filter { $0.severity != .note })
        }
        result.remarks = sorted
        return (result, sorted.filter { $0.severity == .warning })
    }

    private static func requireStudyFile(in folder: URL) throws(DiagnosticError) {
        let problem: String
        var fix = "give the folder that contains study.yaml"
        switch FileKind(at: folder.path) {
        case nil: problem = "there is no such folder"
        case .file: problem = "this is a file"
        case .folder:
            let file = folder.appending(path: fileName)
            if FileManager.default.fileExists(atPath: file.path) { return }
            problem = "this folder has no study.yaml"
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            fix =
                nearestName(to: fileName, among: names).map { "rename \($0) to study.yaml" }
                ?? fix + ", or create the file"
        }
        throw DiagnosticError(
            "no-study",
            at: .init(file: folder.path),
            problem,
            expected: "a study's folder",
            fix: fix,
            status: .noInput
        )
    }
}
