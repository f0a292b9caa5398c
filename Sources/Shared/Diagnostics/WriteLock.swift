import Foundation

/// An exclusive lock on a folder. It is held while a file in the folder is read, changed and
/// written.
///
/// The folder itself is locked (`flock`), so no lock file remains. The system releases the lock
/// when the process ends for any reason. No lock is acquired if the folder does not exist or its
/// file system does not support locks.
package final class WriteLock: Sendable {
    private let descriptor: Int32

    /// Locks the folder. If another process has already locked it, waits for at most `patience`.
    ///
    /// - Throws: `DiagnosticError` if the other process does not release the lock in this time.
    package init(
        on folder: String,
        patience: Duration = .seconds(10)
    ) throws(DiagnosticError) {
        let opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        let end = ContinuousClock.now + patience
        while flock(opened, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            guard ContinuousClock.now < end else {
                close(opened)
                throw DiagnosticError(
                    "folder-in-use",
                    at: .init(file: folder),
                    "another cdgen or evalrun process is writing to this folder",
                    fix: "when that process has ended, run this command again",
                    status: .tryAgain
                )
            }
            usleep(5_000)
        }
        descriptor = opened
    }

    package func release() { _ = flock(descriptor, LOCK_UN) }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
