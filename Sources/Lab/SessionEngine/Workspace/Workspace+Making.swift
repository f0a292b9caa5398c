import ContentHash
package import Diagnostics
package import Foundation
package import ResultsStore
import StudyDefinition

extension Workspace {
    /// The origin of a workspace: its condition and the starter folders from which it is made.
    package struct Origin: Sendable, Hashable {
        var condition: String
        /// Starter folders of the study. Each is copied over the previous ones.
        var starters: [String]

        var text: String { ([condition] + starters).joined(separator: "\n") }

        /// Name of the folder to which the workspace is moved while another workspace is in use.
        var name: String {
            (condition.isEmpty ? "" : condition + "-") + sha256(Array(text.utf8)).prefix(8)
        }
    }

    /// A workspace in which a run of a task was prepared, according to the session's log.
    package struct Recorded: Sendable, Hashable {
        var origin: Origin
        /// Hash of the workspace's latest snapshot.
        var snapshot: String
    }

    package func origin(of task: String, in condition: String) -> Origin {
        Origin(condition: condition, starters: study.study.starter(of: task, in: condition))
    }

    /// Puts a workspace with this origin at `root`, for the next task. First moves away a workspace
    /// with another origin, so that the participant does not see its files.
    ///
    /// - Parameters:
    ///   - recorded: the workspaces in the session's log, in order. A folder that is not in the log
    ///     is never used, because it may be incomplete or belong to another session.
    ///   - files: a function that returns the files of a snapshot. Used to restore a recorded
    ///     workspace that no longer exists.
    package func make(
        _ origin: Origin,
        recorded: [Recorded] = [],
        files: (_ snapshot: String) async throws(DiagnosticError) -> [(Snapshot.File, Data)]? = {
            _ throws(DiagnosticError) in nil
        }
    ) async throws(DiagnosticError) {
        let known = recorded.last { $0.origin == origin }
        if try clear(for: origin, recorded) { return try link(in: root) }
        let kept = place.before.appendingPathComponent(origin.name)
        if known != nil, FileManager.default.fileExists(atPath: kept.path) {
            try attempt("the workspace could not be restored") { try move(kept, to: root) }
            return try link(in: root)
        }
        if let known {
            guard let files = try await files(known.snapshot) else {
                throw refusal(
                    "is missing, and the results file has no copy of it",
                    "restore the folder from a backup"
                )
            }
            return try publish(origin) { stage in
                for (file, bytes) in files {
                    try stage.replace(file.path, with: bytes, mode: file.mode)
                }
            }
        }
        try publish(origin) { stage in _ = try copyStarters(origin, to: stage) }
    }

    /// Creates a workspace that belongs to no session.
    ///
    /// - Returns: the snapshot of the workspace, and the files' bytes, keyed by content hash.
    @discardableResult
    package func create(
        for task: String = "",
        in condition: String = ""
    ) throws(DiagnosticError) -> (Snapshot, [String: Data]) {
        let origin = origin(of: task, in: condition)
        return try publish(origin) { stage in try copyStarters(origin, to: stage) }
    }

    /// Returns true if the workspace at `root` has this origin and can be used again. Otherwise,
    /// moves or removes that workspace, so that `root` is free, and returns false.
    private func clear(for origin: Origin, _ recorded: [Recorded]) throws(DiagnosticError) -> Bool {
        var found = stat()
        guard lstat(root.path, &found) == 0 else { return false }
        guard found.st_mode & S_IFMT == S_IFDIR else {
            throw refusal("is not a folder", "move this file away and try again")
        }
        let mark = mark(of: root)
        guard mark == nil || mark?.session == session else {
            throw refusal("belongs to another session", "move this folder away and try again")
        }
        guard let there = mark?.origin ?? recorded.last?.origin.text else {
            throw refusal("was not made by this session", "move this folder away and try again")
        }
        let isRecorded = recorded.contains { $0.origin.text == there }
        if isRecorded, there == origin.text { return true }
        try attempt("the earlier workspace could not be moved away") {
            if isRecorded, let earlier = recorded.last(where: { $0.origin.text == there }) {
                try move(root, to: place.before.appendingPathComponent(earlier.origin.name))
            } else {
                // The workspace was made but never recorded: the session ended before anybody
                // worked in it.
                try FileTree.remove(place.making)
                try move(root, to: place.making)
                try FileTree.remove(place.making)
            }
        }
        return false
    }

    private func refusal(_ problem: String, _ fix: String) -> DiagnosticError {
        DiagnosticError(
            "workspace",
            at: .init(file: root.path),
            "this session cannot use the workspace: it \(problem)",
            expected: "a folder that this session made",
            fix: fix,
            status: .inputOutput
        )
    }

    private func move(_ folder: URL, to target: URL) throws {
        try target.createParent()
        guard rename(folder.path, target.path) == 0 else { throw SystemFault(target.path) }
        try OpenFolder(target.deletingLastPathComponent()).synchronize()
        try OpenFolder(folder.deletingLastPathComponent()).synchronize()
    }

    /// Fills a temporary folder, flushes it to disk, and renames it to `root`. As a result, `root`
    /// never contains a partial workspace.
    private func publish<Value>(
        _ origin: Origin,
        _ fill: (OpenFolder) throws -> Value
    ) throws(DiagnosticError) -> Value {
        try attempt("the workspace could not be created") {
            let stage = place.making
            try FileTree.remove(stage)
            try FileManager.default.createDirectory(at: stage, withIntermediateDirectories: true)
            do {
                let folder = try OpenFolder(stage)
                let filled = try fill(folder)
                let mark = Data("\(session)\n\(origin.text)".utf8)
                try folder.replace(Self.markFile, with: mark, mode: 0o644)
                try link(in: stage)
                // A workspace without a session need not survive a crash.
                if !session.isEmpty { try folder.synchronizeFileSystem() }
                try move(stage, to: root)
                return filled
            } catch {
                // Frees space, as the disk may be full.
                try? FileTree.remove(stage)
                throw error
            }
        }
    }

    private func copyStarters(
        _ origin: Origin,
        to stage: OpenFolder
    ) throws -> (Snapshot, [String: Data]) {
        for starter in origin.starters {
            let url = study.url.appendingPathComponent(starter)
            guard FileManager.default.fileExists(atPath: url.path) else { continue }
            let source = try OpenFolder(url.resolvingSymlinksInPath())
            let scan = try scan(source)
            let left = scan.omissions.first { $0.reason != FolderScan.symbolicLink }
            if let left {
                throw DiagnosticError(
                    "starter",
                    at: .init(file: "\(starter)/\(left.path)"),
                    "the starter project has a file that a snapshot can't contain (\(left.reason))",
                    fix: "remove the file, or add its name to \"ignore\" under \"project\" in the "
                        + "study file",
                    status: .data
                )
            }
            try FileTree.copy(scan.files, from: source, to: stage)
        }
        let copied = try snapshot(of: stage)
        try requireStarter(origin, copied.0)
        return copied
    }

    /// Throws if the copied files differ from the starter's files. The expected hashes come from
    /// the session's copy of the study.
    private func requireStarter(_ origin: Origin, _ copied: Snapshot) throws {
        var wanted: [String: String] = [:]
        let always = Ignore(names: Ignore.always)
        func counts(_ path: some StringProtocol) -> Bool {
            path.split(separator: "/").allSatisfy {
                !isIgnored(String($0)) && !always.matches(String($0))
            }
        }
        for starter in origin.starters {
            let prefix = relative(starter) + "/"
            for (path, hash) in study.files where path.hasPrefix(prefix) {
                let own = String(path.dropFirst(prefix.count))
                if counts(own), !isLink(prefix + own) { wanted[own] = hash }
            }
        }
        for file in copied.files where counts(file.path) {
            guard wanted.removeValue(forKey: file.path) == file.content else {
                throw changed(file.path)
            }
        }
        if let missing = wanted.keys.min() { throw changed(missing) }
    }

    /// Returns the path of one of the study's folders, relative to the study's root folder, with
    /// `.` and symbolic links resolved.
    private func relative(_ folder: String) -> String {
        let root = study.url.resolvingSymlinksInPath().path
        let path = study.url.appendingPathComponent(folder).resolvingSymlinksInPath().path
        return path.hasPrefix(root + "/") ? String(path.dropFirst(root.count + 1)) : folder
    }

    private func isLink(_ path: String) -> Bool {
        var found = stat()
        return lstat(study.url.appendingPathComponent(path).path, &found) == 0
            && found.st_mode & S_IFMT == S_IFLNK
    }

    private func changed(_ path: String) -> DiagnosticError {
        DiagnosticError(
            "not-the-starter",
            at: .init(file: path),
            "the workspace's copy of this file differs from the study's starter project",
            expected: "a copy of the starter project, byte for byte",
            fix: "if the study has just been changed, try again; otherwise check the disk for "
                + "errors",
            status: .tryAgain
        )
    }
}

// MARK: - Marks

extension Workspace {
    /// File that contains the UUID of a workspace's session, and the workspace's origin. Snapshots
    /// do not contain this file.
    static let markFile = ".evalrun-workspace"

    private func mark(of folder: URL) -> (session: String, origin: String)? {
        guard let open = try? OpenFolder(folder),
            let bytes = try? open.read(Self.markFile, upTo: 1 << 16).bytes,
            let text = String(validating: bytes, as: UTF8.self),
            let end = text.firstIndex(of: "\n")
        else { return nil }
        return (String(text[..<end]), String(text[text.index(after: end)...]))
    }

    /// Moves the workspace from the folder `earlier` to `root`, if an earlier version of evalrun
    /// started the session. Earlier versions used a folder named after the participant code.
    package func adopt(_ earlier: WorkspacePlace, _ recorded: [Recorded]) throws(DiagnosticError) {
        let files = FileManager.default
        guard !recorded.isEmpty, !files.fileExists(atPath: root.path),
            files.fileExists(atPath: earlier.root.path), mark(of: earlier.root) == nil
        else { return }
        try attempt("the workspace could not be moved") { try move(earlier.root, to: root) }
    }
}
