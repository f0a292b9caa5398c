import Foundation

/// Two processes that make or migrate the same file do so one after the other: the second would see
/// it half made. The lock is on the folder, so that nothing is left behind; the system releases it
/// when the process ends. Where the folder cannot be locked there is no turn, and opening says why.
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
