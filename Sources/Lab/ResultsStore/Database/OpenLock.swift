import Foundation

/// Serializes processes that create or migrate the same file; otherwise the second would see it
/// unfinished. The lock is on the folder, so that no file remains; the system releases it when the
/// process ends. If the folder can't be locked, opening fails with the reason.
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
