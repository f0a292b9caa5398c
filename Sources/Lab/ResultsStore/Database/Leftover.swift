import Foundation

/// A file or folder that contains data of an erased session and is not part of the results file.
package struct Leftover: Sendable, Hashable {
    /// Path relative to the folder of the results file, or absolute.
    package var path: String
    /// Path of the lock file that a process locks while it uses the file or folder at ``path``; nil
    /// if there is no lock file.
    package var lock: String?

    package init(path: String, lock: String? = nil) { (self.path, self.lock) = (path, lock) }

    /// Returns whether evalrun may have listed this leftover when it erased the session of
    /// `tombstone`: a workspace, a session's file next to the results file, a control socket, or a
    /// check folder with its lock. A results file of another lab may contain any path.
    func isOwn(of tombstone: Tombstone) -> Bool {
        let parts = components(of: path)
        guard let name = parts.last else { return false }
        if let lock {
            let isScratch = name.hasSuffix(".scratch")
            let folder = isScratch ? path.dropLast(8) : path[...]
            let id = (isScratch ? name.dropLast(8) : name[...]).dropLast(12)
            return parts.dropLast().last == "checks" && id == "\(tombstone.study)-"
                && folder.suffix(12).allSatisfy(\.isHexDigit) && lock == folder + ".lock"
        }
        // The results file may have been renamed, so its name is not compared.
        func isFile(_ suffix: String) -> Bool {
            !tombstone.participant.isEmpty && name.hasPrefix(".")
                && name.hasSuffix(".\(tombstone.participant)\(suffix)")
        }
        if path.hasPrefix("/") {
            let isInOwnFolder = parts.count == 3 && path.hasPrefix("/tmp/evalrun-")
            return isFile(".control") || isInOwnFolder && name.hasSuffix(".control")
        }
        guard isInsideFolder(path) else { return false }
        if parts.count == 1 {
            return [".lock", ".room", ".room.new", ".control"].contains(where: isFile)
        }
        let isPart = parts.count == 4 && [".before", ".making", ".parcel"].contains(parts[2])
        guard parts.count == 3 || isPart, parts[0] == "workspaces", parts[1] == tombstone.study
        else { return false }
        return name == tombstone.participant
            || tombstone.uuid.map { name.hasSuffix(workspaceEnding($0)) } ?? false
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
