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
        descriptor = try Self.open(url)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
    }

    package func release() { _ = flock(descriptor, LOCK_UN) }

    deinit { close(descriptor) }

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
