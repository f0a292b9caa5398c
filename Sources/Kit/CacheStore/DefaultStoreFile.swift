import Foundation
import Synchronization

/// The file behind the `shared` manager of a generated model.
public enum DefaultStoreFile {
    private static let chosen = Mutex<String?>(nil)

    /// Makes `path` the file of every `shared` manager that has not been used yet; an application
    /// calls this once, at its start.
    public static func use(_ path: String) {
        chosen.withLock { $0 = path }
    }

    /// The file that ``use(_:)`` chose; else `<name>.sqlite` in the user's folder for application
    /// data, in a folder named as the program.
    public static func path(forModel name: String) -> String {
        if let path = chosen.withLock({ $0 }) { return path }
        let folders = FileManager.default.urls(
            for: .applicationSupportDirectory, in: .userDomainMask)
        let folder = folders.first ?? URL(fileURLWithPath: NSTemporaryDirectory())
        return folder.appendingPathComponent(ProcessInfo.processInfo.processName)
            .appendingPathComponent("\(name).sqlite").path
    }
}
