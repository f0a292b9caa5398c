import Diagnostics
import Foundation
import StudyDefinition

/// A copy of the fixture study in a folder of its own, to be broken.
final class Sample {
    static let fixture = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures/greeting")

    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "evalrun-study-\(UUID().uuidString)")
        try Self.copy(Self.fixture, to: folder)
    }

    /// Contents and permissions only: `copyItem` wants the owner too, which only root may set.
    private static func copy(_ source: URL, to target: URL) throws {
        let manager = FileManager.default
        try manager.createDirectory(at: target, withIntermediateDirectories: false)
        for name in try manager.contentsOfDirectory(atPath: source.path) {
            let (from, to) = (source.appending(path: name), target.appending(path: name))
            var isFolder: ObjCBool = false
            _ = manager.fileExists(atPath: from.path, isDirectory: &isFolder)
            if isFolder.boolValue {
                try copy(from, to: to)
            } else {
                try Data(contentsOf: from).write(to: to)
                let mode = manager.isExecutableFile(atPath: from.path) ? 0o755 : 0o644
                try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: to.path)
            }
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    func url(_ path: String) -> URL { folder.appending(path: path) }

    func write(_ text: String, to path: String) throws {
        try FileManager.default.createDirectory(
            at: url(path).deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: url(path))
    }

    struct NotThere: Error { let text: String }

    /// Replaces the only occurrence of `old`.
    func edit(_ old: String, _ new: String, in path: String = "study.yaml") throws {
        let text = try String(contentsOf: url(path), encoding: .utf8)
        guard text.components(separatedBy: old).count == 2 else { throw NotThere(text: old) }
        try write(text.replacing(old, with: new), to: path)
    }

    func remove(_ path: String) throws {
        try FileManager.default.removeItem(at: url(path))
    }

    /// What the reader says about the folder: nothing, warnings, or the errors it threw.
    func findings() -> [Diagnostic] {
        do {
            return try StudyReader.readWithWarnings(folder).warnings
        } catch {
            return error.diagnostics
        }
    }

    func rendered() -> String { render(findings()) }
}
