import ContentHash
package import Diagnostics
package import Foundation
package import ResultsStore
package import StudyDefinition

/// A participant's copy of the study's project.
package struct Workspace: Sendable {
    package let root: URL
    package let study: StudyFolder
    package let resources: Resources
    private let ignore: Ignore

    package init(root: URL, study: StudyFolder, resources: Resources) {
        self.root = root
        self.study = study
        self.resources = resources
        ignore = Ignore(names: study.study.project.ignore)
    }

    private var project: Study.Project { study.study.project }

    /// The instruction, written for the participant's editor; no part of a snapshot.
    static let taskFile = "TASK.md"

    /// Copies the starter, where the workspace is not there yet, and makes the project's links. A
    /// workspace of another condition is set aside, so that nothing of it is at hand in this one.
    package func create(
        for task: String = "",
        in condition: String = ""
    ) throws(DiagnosticError) {
        let starters = study.study.starter(of: task, in: condition).map {
            study.url.appendingPathComponent($0)
        }
        try requireFolder()
        try attempt("the workspace could not be made") {
            try setAside(unless: condition)
            if !FileManager.default.fileExists(atPath: root.path) {
                try FileManager.default.createDirectory(
                    at: root,
                    withIntermediateDirectories: true
                )
                for starter in starters where FileManager.default.fileExists(atPath: starter.path) {
                    for file in try files(in: starter) { try copy(file, from: starter) }
                }
            }
            guard !condition.isEmpty else { return }
            try Data(condition.utf8).write(to: root.appendingPathComponent(Self.conditionFile))
        }
        try link()
    }

    /// Names the condition that the workspace is for; no part of a snapshot.
    private static let conditionFile = ".evalrun-condition"

    private func setAside(unless condition: String) throws {
        let mark = root.appendingPathComponent(Self.conditionFile)
        guard !condition.isEmpty, let before = try? String(contentsOf: mark, encoding: .utf8),
            before != condition
        else { return }
        let place = Self.before(root).appendingPathComponent(before)
        let files = FileManager.default
        try files.createDirectory(
            at: place.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        // A condition that is met again after a crash in this place: what is there is in snapshots.
        if files.fileExists(atPath: place.path) { try files.removeItem(at: place) }
        try files.moveItem(at: root, to: place)
    }

    /// Where a participant's workspaces of earlier conditions stand. No code begins with a dot.
    static func before(_ root: URL) -> URL {
        root.deletingLastPathComponent().appendingPathComponent(".before")
            .appendingPathComponent(root.lastPathComponent)
    }

    func link() throws(DiagnosticError) {
        for (path, target) in project.links.sorted(by: { $0.key < $1.key }) {
            var destination = target
            if target.contains("{store}") {
                destination = target.replacing("{store}", with: try resources.requireStore().path)
            }
            let (url, target) = (root.appendingPathComponent(path), destination)
            try attempt("the link \(path) could not be made") {
                let files = FileManager.default
                try files.createDirectory(
                    at: url.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                if let old = try? files.destinationOfSymbolicLink(atPath: url.path) {
                    if old == target { return }
                    try files.removeItem(at: url)
                }
                try files.createSymbolicLink(atPath: url.path, withDestinationPath: target)
            }
        }
    }

    package func write(instruction: String) throws(DiagnosticError) {
        try attempt("TASK.md could not be written") {
            try Data(instruction.utf8)
                .write(to: root.appendingPathComponent(Self.taskFile), options: .atomic)
        }
    }

    /// Copies a solution's (or a wrong variant's) files over the workspace, then runs its `apply`.
    package func overlay(_ folder: URL, environment: [String: String]) async throws(DiagnosticError)
    {
        let own: Set<String> = ["apply", "variant.yaml"]
        try attempt("\(folder.lastPathComponent) could not be applied") {
            for file in try files(in: folder) where !own.contains(file) {
                try copy(file, from: folder)
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
            "did not succeed (\(result.end))",
            fix: tail(result.output + result.errors, bytes: 2000),
            status: .unavailable
        )
    }

    /// The files that count, relative to `folder`, sorted by their bytes.
    func files(in folder: URL) throws -> [String] {
        var found: [String] = []
        var pending = [""]
        while let path = pending.popLast() {
            let url = path.isEmpty ? folder : folder.appendingPathComponent(path)
            for name in try FileManager.default.contentsOfDirectory(atPath: url.path)
            where !isIgnored(name) {
                let child = path.isEmpty ? name : "\(path)/\(name)"
                let childURL = folder.appendingPathComponent(child)
                let type = try FileManager.default.attributesOfItem(atPath: childURL.path)[.type]
                switch type as? FileAttributeType {
                case .typeDirectory: pending.append(child)
                case .typeRegular: found.append(child)
                default: break
                }
            }
        }
        return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private func isIgnored(_ name: String) -> Bool {
        name == Self.taskFile || name.hasPrefix(".evalrun") || ignore.matches(name)
    }

    private func copy(_ file: String, from folder: URL) throws {
        let source = folder.appendingPathComponent(file)
        let target = root.appendingPathComponent(file)
        let data = try Data(contentsOf: source)
        if (try? Data(contentsOf: target)) == data { return }
        try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try data.write(to: target, options: .atomic)
        let mode = try FileManager.default.attributesOfItem(atPath: source.path)[.posixPermissions]
        try FileManager.default.setAttributes(
            [.posixPermissions: mode ?? 0o644],
            ofItemAtPath: target.path
        )
    }

    private func requireFolder() throws(DiagnosticError) {
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: root.path, isDirectory: &isFolder)
        guard isThere, !isFolder.boolValue else { return }
        throw DiagnosticError(
            "workspace",
            at: .init(file: root.path),
            "a file stands where the participant's folder belongs",
            fix: "move it away and try again",
            status: .inputOutput
        )
    }

    private func attempt(
        _ problem: String,
        _ body: () throws -> Void
    ) throws(DiagnosticError) {
        do { try body() } catch let error as DiagnosticError { throw error } catch {
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

// MARK: - Snapshots

extension Workspace {
    /// The files as they are now, and the bytes behind each content hash.
    package func snapshot() throws(DiagnosticError) -> (Snapshot, [String: Data]) {
        var files: [Snapshot.File] = []
        var bytes: [String: Data] = [:]
        try attempt("a snapshot could not be taken") {
            for path in try self.files(in: root) {
                let url = root.appendingPathComponent(path)
                let data = try Data(contentsOf: url)
                let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
                let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0o644
                let hash = sha256(data)
                bytes[hash] = data
                files.append(Snapshot.File(path: path, mode: mode, content: hash))
            }
        }
        let lines = files.map { "\($0.path) \(String($0.mode, radix: 8)) \($0.content)\n" }
        return (Snapshot(hash: sha256(Array(lines.joined().utf8)), files: files), bytes)
    }

    /// Why the participant's work may not be on the disk: nothing changed since `snapshot`, or an
    /// editor holds a file open. Nil where neither is so.
    func unsaved(since snapshot: String?) throws(DiagnosticError) -> String? {
        if let swap = swapFile() { return "An editor still has \(swap) open." }
        if try self.snapshot().0.hash == snapshot {
            return "Nothing has changed on the disk since the task began."
        }
        return nil
    }

    /// The file that an editor holds open with unsaved changes, by the file that vim, Emacs or Kate
    /// keeps beside it.
    private func swapFile() -> String? {
        let walker = FileManager.default.enumerator(atPath: root.path)
        let marks = Ignore(names: project.ignore.filter { !$0.hasPrefix("*") })
        while let path = walker?.nextObject() as? String {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            if marks.matches(name) { walker?.skipDescendants() }
            if let edited = Self.fileEdited(behind: name) { return edited }
        }
        return nil
    }

    private static func fileEdited(behind name: String) -> String? {
        if name.hasPrefix(".#") { return String(name.dropFirst(2)) }
        let suffix = [".swp", ".kate-swp"].first { name.hasPrefix(".") && name.hasSuffix($0) }
        return suffix.map { String(name.dropFirst().dropLast($0.count)) }
    }
}

/// The last `bytes` bytes of `text`, at a line's start where it was cut.
func tail(_ text: String, bytes: Int) -> String {
    guard text.utf8.count > bytes else { return text }
    let cut = String(decoding: text.utf8.suffix(bytes), as: UTF8.self)
    return "…\n" + (cut.firstIndex(of: "\n").map { String(cut[$0...].dropFirst()) } ?? cut)
}

/// What went wrong, without the wrapping of Foundation's errors.
func plain(_ error: any Error) -> String {
    let wrapped = error as NSError
    let inner = (wrapped.userInfo[NSUnderlyingErrorKey] as? NSError) ?? wrapped
    return inner.localizedDescription
}
