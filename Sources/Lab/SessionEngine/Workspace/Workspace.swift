package import Diagnostics
package import Foundation
import ResultsStore
package import StudyDefinition

/// A participant's copy of the study's project.
package struct Workspace: Sendable {
    package let place: WorkspacePlace
    package let study: StudyFolder
    package let resources: Resources
    /// UUID of the session that uses the workspace, as written in the workspace's mark file. Empty
    /// if no session uses the workspace.
    let session: String
    var limits = FolderScan.Limits()
    private let ignore: Ignore

    /// Describes a session's workspace, without creating any files.
    package init(
        _ place: WorkspacePlace,
        of session: UUID,
        study: StudyFolder,
        resources: Resources
    ) {
        self.init(place, session.uuidString, study, resources)
    }

    /// Describes a workspace that no session uses, without creating any files.
    package init(root: URL, study: StudyFolder, resources: Resources) {
        self.init(WorkspacePlace(root: root), "", study, resources)
    }

    private init(
        _ place: WorkspacePlace,
        _ session: String,
        _ study: StudyFolder,
        _ resources: Resources
    ) {
        (self.place, self.session, self.study, self.resources) = (place, session, study, resources)
        ignore = Ignore(names: study.study.project.ignore)
    }

    package var root: URL { place.root }

    var project: Study.Project { study.study.project }

    /// File that contains the task's instruction, for the participant's editor. Snapshots do not
    /// contain it.
    static let taskFile = "TASK.md"

    /// Creates the project's symbolic links in `folder`.
    func link(in folder: URL) throws(DiagnosticError) {
        for (path, target) in project.links.sorted(by: { $0.key < $1.key }) {
            var destination = target
            if target.contains("{store}") {
                destination = target.replacing("{store}", with: try resources.requireStore().path)
            }
            let wanted = destination
            try attempt("the symbolic link “\(path)” could not be created") {
                let open = try OpenFolder(folder)
                let there = folder.appendingPathComponent(path).path
                if let old = try? FileManager.default.destinationOfSymbolicLink(atPath: there) {
                    if old == wanted { return }
                    guard unlink(there) == 0 else { throw SystemFault(path) }
                } else if open.status(path) != nil {
                    // The participant has a file with the link's name.
                    let aside = "\(there).replaced-\(UUID().uuidString.prefix(8))"
                    guard rename(there, aside) == 0 else { throw SystemFault(path) }
                }
                try open.makeFolder(path.split(separator: "/").dropLast().joined(separator: "/"))
                guard symlinkat(wanted, open.descriptor, path) == 0 else {
                    throw SystemFault(path)
                }
            }
        }
    }

    /// Copies the files of a solution or a wrong variant over the workspace, then runs the folder's
    /// `apply` program if there is one.
    package func overlay(_ folder: URL, environment: [String: String]) async throws(DiagnosticError)
    {
        let own: Set<String> = ["apply", "variant.yaml"]
        try attempt("folder “\(folder.lastPathComponent)” could not be applied to the workspace") {
            let (source, target) = (try OpenFolder(folder), try OpenFolder(root))
            for file in try scan(source).files where !own.contains(file.path) {
                let bytes = try source.read(file.path, upTo: limits.file).bytes
                if let old = try? target.read(file.path, upTo: limits.file),
                    old.bytes == bytes, old.state.mode == file.state.mode
                {
                    continue
                }
                try target.replace(file.path, with: bytes, mode: file.state.mode)
            }
        }
        let script = folder.appendingPathComponent("apply")
        guard FileManager.default.isExecutableFile(atPath: script.path) else { return }
        let result = await Command(
            [script.path],
            in: root,
            environment: environment,
            timeout: 120
        ).run()
        guard !result.succeeded else { return }
        throw DiagnosticError(
            "apply-failed",
            at: .init(file: script.path),
            "the program that applies the folder's changes failed (\(result.end))",
            fix: tail(result.output + result.errors, bytes: 2000),
            status: .unavailable
        )
    }

    package func isIgnored(_ name: String) -> Bool {
        name.hasPrefix(".evalrun") || ignore.matches(name)
    }

    func attempt<Value>(
        _ problem: String,
        _ body: () throws -> Value
    ) throws(DiagnosticError) -> Value {
        do { return try body() } catch let error as DiagnosticError { throw error } catch {
            throw DiagnosticError(
                "workspace",
                at: .init(file: root.path),
                "\(problem): \(plain(error))",
                fix: "check that the disk has room and that you may write here",
                status: .inputOutput
            )
        }
    }
}

extension URL {
    /// Creates the parent folder, if it does not exist.
    package func createParent() throws {
        try FileManager.default.createDirectory(
            at: deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
    }
}

/// Returns about the last `bytes` bytes of `text`. A shortened text starts at the beginning of a
/// line.
func tail(_ text: String, bytes: Int) -> String {
    guard text.utf8.count > bytes else { return text }
    let cut = String(decoding: text.utf8.suffix(bytes), as: UTF8.self)
    return "…\n" + (cut.firstIndex(of: "\n").map { String(cut[$0...].dropFirst()) } ?? cut)
}

/// Returns the reason for an error, without the text that Foundation adds around it. For a
/// `DiagnosticError`, returns its first problem.
func plain(_ error: any Error) -> String {
    if let first = (error as? DiagnosticError)?.diagnostics.first { return first.problem }
    if let fault = error as? SystemFault { return fault.errorDescription ?? fault.words }
    let wrapped = error as NSError
    let inner = (wrapped.userInfo[NSUnderlyingErrorKey] as? NSError) ?? wrapped
    return inner.localizedDescription
}
