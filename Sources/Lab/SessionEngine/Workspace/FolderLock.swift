package import Diagnostics
package import Foundation

/// A file lock (`flock`), which the system releases when the process ends for any reason.
package final class FolderLock: Sendable {
    private let descriptor: Int32

    /// Locks the lock file next to `folder`. If another process holds the lock, waits until that
    /// process releases it.
    init(beside folder: URL) async throws(DiagnosticError) {
        descriptor = try Self.open(folder.appendingPathExtension("lock"))
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            do { try await Task.sleep(for: .milliseconds(50)) } catch {
                close(descriptor)
                throw DiagnosticError("cancelled", "cancelled while waiting to lock \(folder.path)")
            }
        }
    }

    /// Creates a lock on the file at `url`. Returns nil if another process holds the lock.
    package init?(at url: URL) throws(DiagnosticError) {
        guard let locked = try Self.lock(url) else { return nil }
        descriptor = locked
    }

    package func release() { _ = flock(descriptor, LOCK_UN) }

    /// Removes the lock file at `url`, and releases the lock.
    package func remove(_ url: URL) {
        // If the file was already removed, another process may have created and locked a new one.
        if Self.isFile(descriptor, at: url) { unlink(url.path) }
        release()
    }

    deinit { close(descriptor) }

    /// Opens and locks the file at `url`. Returns nil if another process holds the lock.
    private static func lock(_ url: URL) throws(DiagnosticError) -> Int32? {
        while true {
            let descriptor = try open(url)
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                close(descriptor)
                return nil
            }
            if isFile(descriptor, at: url) { return descriptor }
            // The process that held the lock removed the file after this process had opened it.
            close(descriptor)
        }
    }

    private static func isFile(_ descriptor: Int32, at url: URL) -> Bool {
        var (opened, present) = (stat(), stat())
        return fstat(descriptor, &opened) == 0 && stat(url.path, &present) == 0
            && opened.st_ino == present.st_ino && opened.st_dev == present.st_dev
    }

    private static func open(_ url: URL) throws(DiagnosticError) -> Int32 {
        try? url.createParent()
        #if canImport(Glibc)
            let descriptor = Glibc.open(url.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        #else
            let descriptor = Darwin.open(url.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        #endif
        guard descriptor >= 0 else {
            throw DiagnosticError(
                "lock",
                at: .init(file: url.path),
                "the lock file cannot be opened: \(String(cString: strerror(errno)))",
                fix: "check that the disk has room and that you may write to the folder",
                status: .cannotCreate
            )
        }
        return descriptor
    }
}
