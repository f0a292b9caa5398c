import Foundation

/// The file that the `shared` manager of a generated model opens by default. The path is the same
/// for every kind of store.
public enum DefaultStoreFile {
    // An NSLock, because a Mutex needs the Synchronization library. That library is linked only if
    // it is imported, and an application that uses the compiled store does not import it.
    private static let lock = NSLock()
    // Read and written only under `lock`.
    nonisolated(unsafe) private static var chosen: String?

    /// Makes `path` the file of every `shared` manager that has not been used yet. An application
    /// calls this method once, at launch.
    public static func use(_ path: String) {
        lock.withLock { chosen = path }
    }

    /// Returns the file set by ``use(_:)``; otherwise `<name>.sqlite` in a folder that is named
    /// after the program and is in the user's application support folder.
    public static func path(forModel name: String) -> String {
        if let path = lock.withLock({ chosen }) { return path }
        let folders = FileManager.default.urls(
            for: .applicationSupportDirectory,
            in: .userDomainMask
        )
        let folder = folders.first ?? URL(fileURLWithPath: NSTemporaryDirectory())
        return folder.appendingPathComponent(ProcessInfo.processInfo.processName)
            .appendingPathComponent("\(name).sqlite").path
    }
}
