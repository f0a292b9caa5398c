package import Foundation
package import ResultsStore
package import StudyDefinition

/// The folder in which checks run. It keeps the files of the last snapshot, the build products and
/// the project's symbolic links, so that the next build is incremental.
package struct CheckFolder: Sendable {
    package let root: URL
    private let copy: Workspace
    private let known: KnownContents

    package init(
        root: URL,
        study: StudyFolder,
        resources: Resources,
        known: KnownContents = KnownContents()
    ) {
        self.root = root
        self.known = known
        copy = Workspace(root: root, study: study, resources: resources)
    }

    /// Fills the folder with the files of `snapshot`. `bytes` contains the files' bytes, keyed by
    /// content hash. Writes only files whose bytes differ from those in the folder, so that a build
    /// recompiles only the participant's edits.
    ///
    /// All written files get the same modification time. This time is in a later second than the
    /// modification time of every file that was in the folder. Otherwise, build tools could miss an
    /// edit: the Swift compiler's driver (6.3 on Linux) ignores fractions of a second, and make
    /// compiles only files that are newer than their build products.
    ///
    /// The modification time is the current time if that is late enough. A time in the future is
    /// avoided, because make would print a warning and compile the files again in each step of the
    /// check.
    package func fill(_ snapshot: Snapshot, _ bytes: [String: Data]) throws {
        let (folder, present) = try cleared(for: snapshot)
        let stamp = unusedTime(present)
        let states = Dictionary(present.files.map { (Array($0.path.utf8), $0.state) }) { $1 }
        try FileTree.makeFolders(of: snapshot.files.map(\.path), in: folder)
        try FileTree.inParallel(snapshot.files) { file in
            if let state = states[Array(file.path.utf8)], isSame(file, state, folder, bytes) {
                guard state.mode & 0o777 != file.mode else { return }
                guard fchmodat(folder.descriptor, file.path, mode_t(file.mode), 0) == 0 else {
                    throw SystemFault(file.path)
                }
                return
            }
            guard let data = bytes[file.content] else { throw SystemFault(file.path, ENODATA) }
            try FileTree.remove(file.path, in: folder.descriptor)
            try folder.make(file.path, mode: file.mode) { new in
                try FileTree.write(data, to: new, file.path)
                let times = [stamp, stamp]
                guard futimens(new, times) == 0 else { throw SystemFault(file.path) }
            }
        }
        try copy.link(in: root)
    }

    /// Removes files that `snapshot` does not contain: files of earlier snapshots, and files that
    /// checked programs left behind. Returns the open folder and a listing that was made before the
    /// removal.
    private func cleared(for snapshot: Snapshot) throws -> (OpenFolder, FolderScan) {
        let files = FileManager.default
        try files.createDirectory(at: root, withIntermediateDirectories: true)
        let folder = try OpenFolder(root)
        let present = try copy.scan(folder)
        if present.isCut {
            try FileTree.remove(root)
            return try cleared(for: snapshot)
        }
        let wanted = Set(snapshot.files.map { Array($0.path.utf8) })
        for path in present.others { try FileTree.remove(path, in: folder.descriptor) }
        for file in present.files where !wanted.contains(Array(file.path.utf8)) {
            try FileTree.remove(file.path, in: folder.descriptor)
        }
        return (folder, present)
    }

    private func isSame(
        _ file: Snapshot.File,
        _ state: FileState,
        _ folder: OpenFolder,
        _ bytes: [String: Data]
    ) -> Bool {
        if let hash = known.hash(of: file.path, state) { return hash == file.content }
        guard let data = bytes[file.content], Int64(data.count) == state.size else { return false }
        let start = KnownContents.now
        guard let read = try? folder.read(file.path, upTo: state.size), read.bytes == data else {
            return false
        }
        known.note(file.path, read.state, file.content, readFrom: start)
        return true
    }

    private func unusedTime(_ present: FolderScan) -> timespec {
        let newest = present.files.map(\.state.modified).max() ?? 0
        let time = max(KnownContents.now, (newest / 1_000_000_000 + 1) * 1_000_000_000)
        return timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
    }
}
