import Diagnostics
package import Foundation
import ResultsStore

/// A cache of two kinds of folders: check folders, in which checks run, and studies that were
/// restored from results files. A check folder is obsolete if its study no longer exists. Every
/// folder in the cache is obsolete after a month without use. Removed folders are created again
/// when they are needed.
package enum CheckCache {
    /// Path extension of a file next to a check folder. The file contains the path of the study's
    /// folder. Its modification time is the time at which the check folder was last used. The file
    /// exists only after the starter was built in the check folder, or a check has started there.
    private static let suffix = "origin"

    package static let age: Double = 30 * 24 * 3600

    static func note(_ study: URL, for folder: URL) {
        let file = folder.appendingPathExtension(suffix)
        try? ScratchFolder.write(Data(study.path.utf8), to: file)
    }

    /// Returns whether the check folder exists and has the file that ``note(_:for:)`` creates.
    static func isNoted(_ folder: URL) -> Bool {
        [folder, folder.appendingPathExtension(suffix)].allSatisfy { FileKind(at: $0.path) != nil }
    }

    /// Deletes the file that ``note(_:for:)`` created. ``isNoted(_:)`` then returns false.
    static func forget(_ folder: URL) {
        try? FileTree.remove(folder.appendingPathExtension(suffix))
    }

    /// Removes check folders whose study no longer exists, and all folders that were not used for a
    /// month. Keeps folders that are in use. Returns the names of the removed folders.
    @discardableResult
    package static func clean(_ cache: URL, now: Date = Date()) -> [String] {
        let removed = clean(cache.appendingPathComponent("checks"), now) { folder in
            let origin = try? String(
                contentsOf: folder.appendingPathExtension(suffix),
                encoding: .utf8
            )
            return origin.map { !FileManager.default.fileExists(atPath: $0) } ?? false
        }
        return removed + clean(cache.appendingPathComponent("studies"), now) { _ in false }
    }

    private static func clean(_ parent: URL, _ now: Date, isOrphan: (URL) -> Bool) -> [String] {
        let files = FileManager.default
        let names = (try? files.contentsOfDirectory(atPath: parent.path)) ?? []
        return names.sorted().filter { name in
            let folder = parent.appendingPathComponent(name)
            guard FileKind(at: folder.path) == .folder, !name.hasSuffix(".scratch"),
                isOrphan(folder) || now.timeIntervalSince(lastUse(folder)) > age,
                let lock = try? FolderLock(at: folder.appendingPathExtension("lock"))
            else { return false }
            defer { lock.release() }
            try? FileTree.remove(folder)
            for kind in ["scratch", suffix] {
                try? FileTree.remove(folder.appendingPathExtension(kind))
            }
            return !files.fileExists(atPath: folder.path)
        }
    }

    private static func lastUse(_ folder: URL) -> Date {
        let places = [folder.appendingPathExtension(suffix), folder]
        let times = places.compactMap { place -> Date? in
            let found = try? FileManager.default.attributesOfItem(atPath: place.path)
            return found?[.modificationDate] as? Date
        }
        return times.max() ?? .distantFuture
    }
}
