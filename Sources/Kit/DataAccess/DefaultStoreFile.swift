import Foundation

/// Default file of a generated model's `shared` manager, for any storage.
public enum DefaultStoreFile {
    // Not a Mutex: its library is linked only where it is imported, which an application's package
    // that builds against the compiled store does not.
    private static let lock = NSLock()
    // Read and written only under `lock`.
    nonisolated(unsafe) private static var chosen: String?

    /// Makes `path` the file of every `shared` manager that has not been used yet; an application
    /// calls this once, at its start.
    public static func use(_ path: String) {
        lock.withLock { chosen = path }
    }

    /// The file that ``use(_:)`` chose; else `<name>.sqlite` in the user's folder for application
    /// data, in a folder named as the program.
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
