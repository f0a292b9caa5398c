import Diagnostics
import Foundation
import StudyDefinition

/// Files that evalrun writes into a workspace for the participant. Snapshots do not contain them,
/// and they never replace a file of the study's starter.
extension Workspace {
    private static let tutorialFile = "TUTORIAL.md"
    private static let environmentFile = "env"

    /// Returns whether evalrun writes the file at `path`. False for a file of the starter. `path`
    /// is relative to the workspace.
    package func isPaper(_ path: String) -> Bool {
        [Self.taskFile, Self.tutorialFile, Self.environmentFile].contains(path) && !isStarters(path)
    }

    /// Writes the tutorial to a file, so that the participant can read it again. Writes no such
    /// file if the tutorial is empty. Also writes a script that adds the tools to a shell's `PATH`.
    func writePapers(tutorial: String) throws(DiagnosticError) {
        if !tutorial.isEmpty { try write(tutorial, to: Self.tutorialFile) }
        try write(
            """
            # To put the study's tools on the PATH of your shell, run:  . ./env
            export PATH=\(shellWord(resources.executables.path)):"$PATH"

            """,
            to: Self.environmentFile
        )
    }

    func write(instruction: String) throws(DiagnosticError) {
        try write(instruction, to: Self.taskFile)
    }

    /// Removes the instruction. The workspace must not contain a task's instruction before the
    /// task's clock has started.
    func removeInstruction() throws(DiagnosticError) {
        let url = root.appendingPathComponent(Self.taskFile)
        guard isPaper(Self.taskFile), FileManager.default.fileExists(atPath: url.path) else {
            return
        }
        do { try FileManager.default.removeItem(at: url) } catch { throw fault(url, error) }
    }

    private func write(_ text: String, to path: String) throws(DiagnosticError) {
        let url = root.appendingPathComponent(path)
        // evalrun creates no folder with this name, so the folder belongs to the participant.
        if FileKind(at: url.path) == .folder { return }
        guard isPaper(path) else { return }
        do { try OpenFolder(root).replace(path, with: Data(text.utf8), mode: 0o644) } catch {
            throw fault(url, error)
        }
    }

    private func fault(_ url: URL, _ error: any Error) -> DiagnosticError {
        DiagnosticError(
            "workspace",
            at: .init(file: url.path),
            "the file could not be written or removed: \(plain(error))",
            fix: "check that the disk has room and that you may write here",
            status: .inputOutput
        )
    }

    private func isStarters(_ path: String) -> Bool {
        let sets = (study.study.taskSets ?? []).compactMap(\.project)
        let own = study.study.conditions.compactMap { $0.folder.map { "\($0)/project" } }
        return ([study.study.project.folder] + sets + own).contains {
            let url = study.url.appendingPathComponent($0).appendingPathComponent(path)
            return FileManager.default.fileExists(atPath: url.path)
        }
    }
}
