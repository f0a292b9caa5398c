package import Foundation

/// Files that are committed and made by the code under test. With `EVALRUN_REGENERATE=1` in the
/// environment they are written instead of compared: read the difference before you commit it.
package enum Golden {
    /// What differs between `files`, by their path below `folder`, and what is committed there.
    ///
    /// - Parameter isWhole: whether other files in the folder are a difference; these are removed
    ///   where the folder is written.
    package static func differences(
        _ files: [(name: String, text: String)],
        in folder: URL,
        isWhole: Bool = true
    ) throws -> [String] {
        try differences(
            data: files.map { ($0.name, Data($0.text.utf8)) },
            in: folder,
            isWhole: isWhole
        )
    }

    package static func differences(
        data files: [(name: String, data: Data)],
        in folder: URL,
        isWhole: Bool = true
    ) throws -> [String] {
        let names = Set(files.map(\.name))
        if isRegenerating {
            for name in isWhole ? committed(in: folder).subtracting(names) : [] {
                try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
            }
            for file in files { try write(file.data, to: folder.appendingPathComponent(file.name)) }
        }
        let changed = files.filter { file in
            file.data != (try? Data(contentsOf: folder.appendingPathComponent(file.name)))
        }
        let superfluous = isWhole ? committed(in: folder).subtracting(names) : []
        return (changed.map(\.name) + superfluous).sorted()
            .map { "\($0) differs: run this test with EVALRUN_REGENERATE=1" }
    }

    private static let isRegenerating =
        ProcessInfo.processInfo.environment["EVALRUN_REGENERATE"] == "1"

    private static func committed(in folder: URL) -> Set<String> {
        let manager = FileManager.default
        let paths = (try? manager.subpathsOfDirectory(atPath: folder.path)) ?? []
        return Set(
            paths.filter { path in
                var isFolder: ObjCBool = false
                let whole = folder.appendingPathComponent(path).path
                return manager.fileExists(atPath: whole, isDirectory: &isFolder)
                    && !isFolder.boolValue
            }
        )
    }

    private static func write(_ data: Data, to file: URL) throws {
        guard data != (try? Data(contentsOf: file)) else { return }
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try data.write(to: file)
    }
}
