import Foundation
import ResultsStore
import SessionEngine

/// A step in the replacement of a workspace. The process may be killed after any step.
package enum ParcelStep: String, Sendable, CaseIterable {
    /// All new files have been written to a folder next to the workspace.
    case filled
    /// The new files are flushed to disk.
    case synchronized
    /// The workspace has the new files.
    case exchanged
    /// The files of the old folder that are not part of the project have been moved to the
    /// workspace.
    case carried
    /// The old files are removed.
    case done
}

/// The replacement of a workspace's files: the workspace's folder is exchanged with a new folder.
///
/// The new folder is created in the `.parcel` folder, and contains a marker file. If a workspace
/// contains the marker file, the exchange has taken place. The old folder may then still contain
/// files that are not part of the project and must be moved to the workspace.
struct ParcelReplacement {
    let parcel: WorkspaceParcel
    /// A function that creates a hard link in the folder `to` to the file at `path` in the folder
    /// `from`. The link has the same relative path. Returns false if no link could be created, for
    /// example because the file system does not support hard links.
    var link: (_ from: OpenFolder, _ path: String, _ to: OpenFolder) -> Bool = {
        linkat($0.descriptor, $1, $2.descriptor, $1, 0) == 0
    }
    private let stage: URL
    private static let mark = ".evalrun-parcel"

    init(_ parcel: WorkspaceParcel) {
        self.parcel = parcel
        // This folder is erased together with the other folders of a participant's session.
        stage = WorkspacePlace(root: parcel.root).parcel
    }

    private var root: URL { parcel.root }
    private var new: URL { stage.appendingPathComponent("new") }
    /// Temporary location of the old folder, used if the file system cannot exchange two folders.
    private var old: URL { stage.appendingPathComponent("old") }

    func replace(
        by files: [WorkspaceParcel.Content],
        _ folders: Set<String>,
        _ step: (ParcelStep) -> Void
    ) throws {
        do { try fill(files, folders, step) } catch {
            // Frees space, as the disk may be full.
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
        let before = Self.exists(root) ? try OpenFolder(root) : nil
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

    /// Writes a file to the new folder. If the file is unchanged, creates a hard link to the old
    /// file instead, if possible. The hard link keeps the modification time, so build tools do not
    /// build the file again.
    private func put(
        _ file: WorkspaceParcel.Content,
        _ before: OpenFolder?,
        _ target: OpenFolder
    ) throws {
        let earlier = try? before?.read(file.path, upTo: Int64(parcel.limits.file))
        let wasExecutable = earlier.map { $0.state.mode & 0o100 != 0 } ?? false
        let isExecutable = file.isExecutable ?? wasExecutable
        if let before, let earlier, wasExecutable == isExecutable,
            earlier.bytes.elementsEqual(file.bytes), link(before, file.path, target)
        {
            return
        }
        var mode = isExecutable ? 0o755 : 0o644
        if let earlier, wasExecutable == isExecutable { mode = earlier.state.mode & 0o777 }
        try target.make(file.path, mode: mode) {
            try FileTree.write(Data(file.bytes), to: $0, file.path)
        }
    }

    /// Copies the entries that the new folder must contain before the exchange: the study's
    /// symbolic links, and evalrun's own files.
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
            if !link(before, name, target) {
                let (bytes, state) = try before.read(name, upTo: Int64(parcel.limits.total))
                try target.make(name, mode: state.mode) {
                    try FileTree.write(bytes, to: $0, name)
                }
            }
            return true
        }
    }

    private func exchange() throws {
        guard Self.exists(root) else { return try move(new, to: root) }
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

    /// Moves the files that are not part of the project from the old folder to the new folder, and
    /// removes the old folder.
    private func finish(_ step: (ParcelStep) -> Void) throws {
        let source = Self.exists(old) ? old : new
        if Self.exists(source) {
            let (from, to) = (try OpenFolder(source), try OpenFolder(root))
            try carry("", from, to)
        }
        step(.carried)
        // All ignored files are moved, so the marker file is no longer needed.
        let folder = try OpenFolder(root)
        guard unlinkat(folder.descriptor, Self.mark, 0) == 0 || errno == ENOENT else {
            throw SystemFault(Self.mark)
        }
        try folder.synchronize()
        try FileTree.remove(stage)
        step(.done)
    }

    private func carry(_ folder: String, _ from: OpenFolder, _ to: OpenFolder) throws {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        let place = openat(from.descriptor, folder.isEmpty ? "." : folder, flags)
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
                // The new project may lack the folder.
                try to.makeFolder(folder)
                guard renameat(from.descriptor, path, to.descriptor, path) == 0 else {
                    throw SystemFault(path)
                }
            } else if isFolder(from.status(path)), there == nil || isFolder(there) {
                try carry(path, from, to)
            }
        }
    }

    func recover() throws {
        guard Self.exists(stage) else { return }
        if Self.exists(root.appendingPathComponent(Self.mark)) { return try finish { _ in } }
        if !Self.exists(root), Self.exists(old) { try move(old, to: root) }
        if Self.exists(root) { try FileTree.remove(stage) }
    }

    private func isFolder(_ found: stat?) -> Bool {
        found.map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
    }

    /// Returns whether a file, folder or symbolic link exists at `url`. A symbolic link is not
    /// followed, so its target may be missing.
    static func exists(_ url: URL) -> Bool {
        var found = stat()
        return lstat(url.path, &found) == 0
    }

    private typealias Exchange =
        @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

    /// The system call that exchanges two paths. Its name differs between Linux and macOS; its
    /// arguments are the same.
    private static let rename2 = (dlsym(nil, "renameat2") ?? dlsym(nil, "renameatx_np")).map {
        unsafeBitCast($0, to: Exchange.self)
    }

    private static func exchange(_ one: String, _ other: String) -> Bool {
        rename2?(AT_FDCWD, one, AT_FDCWD, other, 2) == 0
    }
}
