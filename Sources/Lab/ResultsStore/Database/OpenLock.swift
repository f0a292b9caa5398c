import Foundation

/// A lock that serializes processes that create or migrate the same file. Without it, the second
/// process would see an unfinished file.
///
/// The lock is placed on the folder, so no lock file remains. The system releases the lock when the
/// process ends. Errors are ignored here; opening the file then fails and reports the reason.
struct OpenLock {
    private let descriptor: Int32

    init(of path: String) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
        if descriptor >= 0 { _ = flock(descriptor, LOCK_EX) }
    }

    func end() { if descriptor >= 0 { close(descriptor) } }
}
