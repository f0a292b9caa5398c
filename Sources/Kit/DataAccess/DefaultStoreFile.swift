import Foundation
import Synchronization

/// The file that the `shared` manager of a generated model opens by default. The path is the same
/// for every kind of store.
public enum DefaultStoreFile {
    private static let chosen = Mutex<String?>(nil)

    /// Sets the file that the `shared` manager of each generated model opens at its first use.
    /// Managers that have already been used keep their files. An application calls this method
    /// once, at launch.
    public static func use(_ path: String) {
        chosen.withLock { $0 = path }
    }

    /// Returns the path set by ``use(_:)``. If none was set, returns the path of
    /// `<program>/<name>.sqlite` in the user's application support folder, where `<program>` is the
    /// name of the process.
    public static func path(forModel name: String) -> String {
        if let path = chosen.withLock({ $0 }) { return path }
        let folders = FileManager.default.urls(
            for: .applicationSupportDirectory,
            in: .userDomainMask
        )
        let folder = folders.first ?? URL(fileURLWithPath: NSTemporaryDirectory())
        return folder.appendingPathComponent(ProcessInfo.processInfo.processName)
            .appendingPathComponent("\(name).sqlite").path
    }
}
