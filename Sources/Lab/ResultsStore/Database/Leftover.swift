import Foundation

/// A file or folder that contains data of an erased session and is not part of the results file.
package struct Leftover: Sendable, Hashable {
    /// Path relative to the folder of the results file, or absolute.
    package var path: String
    /// Path of the lock file that a process locks while it uses the file or folder at ``path``; nil
    /// if there is no lock file.
    package var lock: String?

    package init(path: String, lock: String? = nil) { (self.path, self.lock) = (path, lock) }

    /// Whether evalrun may have listed this leftover: a workspace, a session's file next to the
    /// results file, a control socket, or a check folder with its lock. A results file of another
    /// lab may contain any path.
    var isOwn: Bool {
        let parts = components(of: path)
        guard let name = parts.last else { return false }
        if let lock {
            let folder = name.hasSuffix(".scratch") ? path.dropLast(8) : path[...]
            return parts.dropLast().last == "checks" && folder.dropLast(12).hasSuffix("-")
                && folder.suffix(12).allSatisfy(\.isHexDigit) && lock == folder + ".lock"
        }
        if path.hasPrefix("/") {
            let isInOwnFolder = parts.count == 3 && path.hasPrefix("/tmp/evalrun-")
            return name.hasSuffix(".control") && (name.hasPrefix(".") || isInOwnFolder)
        }
        guard isInsideFolder(path) else { return false }
        // The results file may have been renamed, so its name is not compared.
        let suffixes = [".lock", ".room", ".room.new", ".control"]
        return parts.count == 1
            ? name.hasPrefix(".") && suffixes.contains { name.hasSuffix($0) }
            : parts.count > 2 && parts[0] == "workspaces"
    }

    /// Waits for the lock and removes the file or folder. Returns false if the lock does not become
    /// free within `patience`, or if the file or folder cannot be removed.
    func remove(from folder: URL, patience: Duration) -> Bool {
        let url = URL(fileURLWithPath: path, relativeTo: folder)
        guard isThere(url) else { return true }
        guard let lock else { return removed(url) }
        let file = URL(fileURLWithPath: lock, relativeTo: folder)
        let descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let end = ContinuousClock.now + patience
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard ContinuousClock.now < end else { return false }
            usleep(100_000)
        }
        return removed(url)
    }

    private func removed(_ url: URL) -> Bool {
        (try? FileTree.remove(url)) != nil && !isThere(url)
    }

    /// Returns whether a file or folder exists at the URL. Also returns true if this cannot be
    /// determined: permission is missing, or a parent folder is a link to a disk that is not
    /// mounted.
    private func isThere(_ url: URL) -> Bool {
        let path = url.absoluteURL.path
        var (found, place) = (stat(), path)
        while lstat(place, &found) != 0 {
            guard [ENOENT, ENOTDIR].contains(errno), place != "/" else { return true }
            // `NSString` also removes a last component "..", which `URL` would keep.
            place = NSString(string: place).deletingLastPathComponent
        }
        return place == path || stat(place, &found) != 0
    }
}
