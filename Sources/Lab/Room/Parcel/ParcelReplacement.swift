import Foundation
import ResultsStore
import SessionEngine

/// A step of a replacement, after which a process may end.
package enum ParcelStep: String, Sendable, CaseIterable {
    /// All new files are next to the workspace.
    case filled
    /// They are on the disk.
    case synchronized
    /// The workspace has the new files.
    case exchanged
    /// It has the ignored files of the old one.
    case carried
    /// The old files are gone.
    case done
}

/// Gives a workspace new files by exchanging its folder.
///
/// The new folder is `new` in the place where workspaces are made, with a mark in it. A workspace
/// that has the mark was exchanged and may lack ignored files, which are still in the old folder.
struct ParcelReplacement {
    let parcel: WorkspaceParcel
    private let stage: URL
    private static let mark = ".evalrun-parcel"

    init(_ parcel: WorkspaceParcel) {
        self.parcel = parcel
        // Erased with the other folders of a participant's session.
        stage = parcel.root.deletingLastPathComponent()
            .appendingPathComponent(".making/\(parcel.root.lastPathComponent)")
    }

    private var root: URL { parcel.root }
    private var new: URL { stage.appendingPathComponent("new") }
    /// Where the old folder is for a moment on a file system that cannot exchange two.
    private var old: URL { stage.appendingPathComponent("old") }

    func replace(
        by files: [WorkspaceParcel.Content],
        _ folders: Set<String>,
        _ step: (ParcelStep) -> Void
    ) throws {
        do { try fill(files, folders, step) } catch {
            // Makes room on a full disk.
            try? FileTree.remove(stage)
            throw error
        }
        try exchange()
        step(.exchanged)
        try finish(step)
    }

    private func fill(
        _ files: [WorkspaceParcel.Content],
        _ folders: Set<String>,
        _ step: (ParcelStep) -> Void
    ) throws {
        try FileTree.remove(stage)
        try FileManager.default.createDirectory(at: new, withIntermediateDirectories: true)
        let target = try OpenFolder(new)
        let before = exists(root) ? try OpenFolder(root) : nil
        try target.replace(Self.mark, with: Data(), mode: 0o644)
        for folder in folders.sorted() { try target.makeFolder(folder) }
        for file in files {
            let parent = file.path.split(separator: "/").dropLast().joined(separator: "/")
            try target.makeFolder(parent)
            try put(file, before, target)
        }
        if let before { try keepOwn(before, target) }
        step(.filled)
        try target.synchronizeFileSystem()
        step(.synchronized)
    }

    /// A file that has not changed is the same file, with its time: nothing is built again for it.
    private func put(
        _ file: WorkspaceParcel.Content,
        _ before: OpenFolder?,
        _ target: OpenFolder
    ) throws {
        let earlier = try? before?.read(file.path, upTo: Int64(parcel.limits.file))
        let wasExecutable = earlier.map { $0.state.mode & 0o100 != 0 } ?? false
        let isExecutable = file.isExecutable ?? wasExecutable
        if let before, let earlier, wasExecutable == isExecutable,
            earlier.bytes.elementsEqual(file.bytes),
            linkat(before.descriptor, file.path, target.descriptor, file.path, 0) == 0
        {
            return
        }
        var mode = isExecutable ? 0o755 : 0o644
        if let earlier, wasExecutable == isExecutable { mode = earlier.state.mode & 0o777 }
        try target.make(file.path, mode: mode) {
            try FileTree.write(Data(file.bytes), to: $0, file.path)
        }
    }

    /// What must be there from the first moment: the study's links, evalrun's files, and the mark
    /// that names the session.
    private func keepOwn(_ before: OpenFolder, _ target: OpenFolder) throws {
        for link in parcel.links.sorted() {
            let path = root.appendingPathComponent(link).path
            guard let to = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
                continue
            }
            try target.makeFolder(link.split(separator: "/").dropLast().joined(separator: "/"))
            guard symlinkat(to, target.descriptor, link) == 0 else { throw SystemFault(link) }
        }
        try FileTree.eachEntry(of: before.descriptor) { name, _ in
            let name = String(cString: name)
            guard name != Self.mark, name.hasPrefix(".evalrun") || parcel.isPaper(name),
                let found = before.status(name), found.st_mode & S_IFMT == S_IFREG
            else { return true }
            guard linkat(before.descriptor, name, target.descriptor, name, 0) == 0 else {
                throw SystemFault(name)
            }
            return true
        }
    }

    private func exchange() throws {
        guard exists(root) else { return try move(new, to: root) }
        if Self.exchange(new.path, root.path) { return try synchronizeParents() }
        try move(root, to: old)
        try move(new, to: root)
    }

    private func move(_ from: URL, to target: URL) throws {
        guard rename(from.path, target.path) == 0 else { throw SystemFault(target.path) }
        try synchronizeParents()
    }

    private func synchronizeParents() throws {
        try OpenFolder(root.deletingLastPathComponent()).synchronize()
        try OpenFolder(stage).synchronize()
    }

    /// Moves the ignored files to the new folder, and removes the old one.
    private func finish(_ step: (ParcelStep) -> Void) throws {
        let source = exists(old) ? old : new
        if exists(source) {
            let (from, to) = (try OpenFolder(source), try OpenFolder(root))
            try carry("", from, to)
        }
        step(.carried)
        // Nothing is left to carry.
        let folder = try OpenFolder(root)
        guard unlinkat(folder.descriptor, Self.mark, 0) == 0 || errno == ENOENT else {
            throw SystemFault(Self.mark)
        }
        try folder.synchronize()
        try FileTree.remove(stage)
        step(.done)
    }

    private func carry(_ folder: String, _ from: OpenFolder, _ to: OpenFolder) throws {
        let place = openat(
            from.descriptor,
            folder.isEmpty ? "." : folder,
            O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        )
        guard place >= 0 else { throw SystemFault(folder) }
        defer { close(place) }
        var names: [String] = []
        try FileTree.eachEntry(of: place) { name, _ in
            if let name = String(validatingCString: name) { names.append(name) }
            return true
        }
        for name in names where name != Self.mark {
            let path = folder.isEmpty ? name : "\(folder)/\(name)"
            let there = to.status(path)
            if parcel.isPassedOver(path), there == nil {
                guard renameat(from.descriptor, path, to.descriptor, path) == 0 else {
                    throw SystemFault(path)
                }
            } else if isFolder(from.status(path)), isFolder(there) {
                try carry(path, from, to)
            }
        }
    }

    func recover() throws {
        guard exists(stage) else { return }
        if exists(root.appendingPathComponent(Self.mark)) { return try finish { _ in } }
        if !exists(root), exists(old) { try move(old, to: root) }
        if exists(root) { try FileTree.remove(stage) }
    }

    private func isFolder(_ found: stat?) -> Bool {
        found.map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
    }

    private func exists(_ url: URL) -> Bool {
        var found = stat()
        return lstat(url.path, &found) == 0
    }

    private typealias Exchange =
        @convention(c) (
            Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
        ) -> Int32

    /// Linux and macOS have it under names of their own, with the same arguments.
    private static let rename2 = (dlsym(nil, "renameat2") ?? dlsym(nil, "renameatx_np")).map {
        unsafeBitCast($0, to: Exchange.self)
    }

    private static func exchange(_ one: String, _ other: String) -> Bool {
        rename2?(AT_FDCWD, one, AT_FDCWD, other, 2) == 0
    }
}
