package import Diagnostics
package import Foundation
import StudyDefinition

/// A hidden temporary folder for files that are being written. Complete files are moved to their
/// final paths, so incomplete files never exist at these paths.
///
/// A killed process leaves its folder behind. The next process that creates a scratch folder in the
/// same parent folder removes the scratch folders there whose locks are free. The lock is a file
/// next to the folder, because other machines do not see a lock on a folder of a network file
/// system.
package final class ScratchFolder: Sendable {
    package let url: URL
    /// File descriptor that holds the lock.
    private let descriptor: Int32

    /// Creates a folder in `parent`, and creates `parent` if needed.
    ///
    /// - Parameter isPrivate: whether only this user may open the folder.
    package init(in parent: URL, isPrivate: Bool = false) throws(SystemFault) {
        try FileTree.makeFolder(parent)
        Self.removeAbandoned(in: parent)
        (url, descriptor) = try Self.make(in: parent, isPrivate: isPrivate)
    }

    deinit { close(descriptor) }

    /// Removes the folder with its contents.
    package func remove() {
        try? FileTree.remove(url)
        unlink(Self.lockFile(of: url))
    }

    private static func make(
        in parent: URL,
        isPrivate: Bool
    ) throws(SystemFault) -> (URL, Int32) {
        while true {
            let name = OutputFolder.draftPrefix + UUID().uuidString
            let folder = parent.appendingPathComponent(name)
            guard let descriptor = try lock(folder) else { continue }
            if mkdir(folder.path, isPrivate ? 0o700 : 0o777) == 0 { return (folder, descriptor) }
            let fault = SystemFault(parent.path)
            unlink(lockFile(of: folder))
            close(descriptor)
            throw fault
        }
    }

    private static func lockFile(of folder: URL) -> String { folder.path + lockSuffix }

    private static let lockSuffix = ".lock"

    /// Creates and locks the lock file of a new folder. Returns nil if another process removed the
    /// file before it was locked, because the folder seemed abandoned. If the file system does not
    /// support locks, the file is used without a lock.
    private static func lock(_ folder: URL) throws(SystemFault) -> Int32? {
        let file = lockFile(of: folder)
        let descriptor = open(file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw SystemFault(folder.deletingLastPathComponent().path)
        }
        let isOurs = flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
        if isOurs, access(file, F_OK) == 0 { return descriptor }
        close(descriptor)
        return nil
    }

    /// Returns whether `name` is the name of a scratch folder or of a scratch folder's lock file.
    package static func isScratch(_ name: String) -> Bool {
        name.hasPrefix(OutputFolder.draftPrefix)
    }

    /// Returns whether `parent` contains a scratch folder.
    package static func exists(in parent: URL) -> Bool { !all(in: parent).isEmpty }

    /// Removes the scratch folders in `parent` whose processes have ended.
    package static func removeAbandoned(in parent: URL) {
        for folder in all(in: parent) {
            let file = lockFile(of: folder)
            let descriptor = open(file, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
            // A folder without a lock file is abandoned: the lock file is created before the folder
            // and removed after it.
            let isAbandoned =
                descriptor < 0 ? errno == ENOENT : flock(descriptor, LOCK_EX | LOCK_NB) == 0
            if isAbandoned {
                try? FileTree.remove(folder)
                unlink(file)
            }
            if descriptor >= 0 { close(descriptor) }
        }
    }

    private static func all(in parent: URL) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
        let folders = names.filter(isScratch).map { name in
            name.hasSuffix(lockSuffix) ? String(name.dropLast(lockSuffix.count)) : name
        }
        return Set(folders).map { parent.appendingPathComponent($0) }
    }
}

extension ScratchFolder {
    /// Creates a scratch folder in the system's folder for temporary files.
    package static func temporary() throws(DiagnosticError) -> ScratchFolder {
        let parent = FileManager.default.temporaryDirectory
        do throws(SystemFault) { return try ScratchFolder(in: parent) } catch {
            throw DiagnosticError(
                "temporary-folder",
                at: .init(file: parent.path),
                "a temporary folder could not be made: \(error.words)",
                fix: "check the folder's permissions and the disk, or set TMPDIR",
                status: .cannotCreate
            )
        }
    }

    /// Writes a file into this folder.
    ///
    /// - Parameter path: path relative to this folder. Errors name this path. A path that leads out
    ///   of the folder is an error: a results file of another lab may contain any path.
    package func add(_ bytes: Data, at path: String) throws(SystemFault) {
        guard isInsideFolder(path) else { throw SystemFault(path, EINVAL) }
        let place = url.appendingPathComponent(path)
        do throws(SystemFault) {
            try FileTree.makeFolder(place.deletingLastPathComponent())
        } catch { throw SystemFault(path, error.code) }
        let file = open(place.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw SystemFault(path) }
        do throws(SystemFault) { try FileTree.write(bytes, to: file, path) } catch {
            close(file)
            throw error
        }
        guard close(file) == 0 else { throw SystemFault(path) }
    }

    /// Moves a file or folder from this folder to `target`, and creates the parent folders of
    /// `target`. Replaces an existing file at `target`, and keeps the existing file's permissions.
    ///
    /// - Parameter path: path relative to this folder. Errors name this path.
    package func move(_ path: String, to target: URL) throws(SystemFault) {
        do throws(SystemFault) {
            try FileTree.makeFolder(target.deletingLastPathComponent())
        } catch { throw SystemFault(path, error.code) }
        let item = url.appendingPathComponent(path)
        var old = stat()
        if lstat(target.path, &old) == 0, old.st_mode & S_IFMT == S_IFREG {
            _ = chmod(item.path, old.st_mode & 0o777)
        }
        guard rename(item.path, target.path) == 0 else { throw SystemFault(path) }
    }

    /// Writes the file at `target`, or replaces it as a whole. Creates its parent folders. If
    /// `target` is a link, the link is kept, and the file to which it points is written.
    package static func write(_ bytes: Data, to target: URL) throws(SystemFault) {
        let file = URL(fileURLWithPath: resolvedPath(target.path))
        let scratch = try ScratchFolder(in: file.deletingLastPathComponent())
        defer { scratch.remove() }
        let name = file.lastPathComponent
        try scratch.add(bytes, at: name)
        try scratch.move(name, to: file)
    }

    /// Creates the folder `target` with all of `files`. The folder must be missing or empty. After
    /// an error, `target` is unchanged. If the process is killed, `target` is unchanged or contains
    /// a scratch folder.
    package static func publish(
        _ files: [(path: String, bytes: Data)],
        as target: URL
    ) throws(SystemFault) {
        // An existing folder is not replaced: it may be a mounted disk, or the current folder.
        let isThere = FileKind(at: target.path) == .folder
        let scratch = try ScratchFolder(in: isThere ? target : target.deletingLastPathComponent())
        defer { scratch.remove() }
        for file in files { try scratch.add(file.bytes, at: file.path) }
        guard isThere else {
            guard rename(scratch.url.path, target.path) == 0 else {
                throw SystemFault(target.path)
            }
            return
        }
        let names = Set(files.compactMap { $0.path.split(separator: "/").first.map(String.init) })
        var moved: [URL] = []
        do throws(SystemFault) {
            for name in names.sorted() {
                let place = target.appendingPathComponent(name)
                try scratch.move(name, to: place)
                moved.append(place)
            }
        } catch {
            for place in moved { try? FileTree.remove(place) }
            throw error
        }
    }
}
