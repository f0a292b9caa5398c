import Diagnostics
import Foundation

/// Modification dates, sizes and inode numbers of a model's files, and of other files that affect
/// how the model is read. Excludes temporary files that an editor creates in the model's folder.
struct ModelFingerprint: Sendable, Equatable {
    private var parts: [String]

    init(of path: String, and others: [String]) {
        let manager = FileManager.default
        // The model may be a symbolic link.
        let path = resolvedPath(path)
        let names = (try? manager.subpathsOfDirectory(atPath: path)) ?? []
        let own = names.filter { name in
            ["contents", ".xccurrentversion"].contains((name as NSString).lastPathComponent)
        }
        parts = (own.sorted().prefix(2_000).map { "\(path)/\($0)" } + others).map { file in
            let found = try? manager.attributesOfItem(atPath: file)
            let date = (found?[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
            return "\(file) \(date) \(found?[.size] ?? 0) \(found?[.systemFileNumber] ?? 0)"
        }
    }
}
