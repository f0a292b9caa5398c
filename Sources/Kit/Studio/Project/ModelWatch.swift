import Foundation

/// What the files of a model look like from outside: changes when any of them does. Files that an
/// editor makes on its way, beside them, are not looked at.
struct ModelFingerprint: Sendable, Equatable {
    private var parts: [String]

    init(of path: String) {
        let manager = FileManager.default
        let names = (try? manager.subpathsOfDirectory(atPath: path)) ?? []
        let own = names.filter { name in
            ["contents", ".xccurrentversion"].contains((name as NSString).lastPathComponent)
        }
        parts = own.sorted().prefix(2_000).map { name in
            let found = try? manager.attributesOfItem(atPath: "\(path)/\(name)")
            let date = (found?[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
            return "\(name) \(date) \(found?[.size] ?? 0) \(found?[.systemFileNumber] ?? 0)"
        }
    }
}
