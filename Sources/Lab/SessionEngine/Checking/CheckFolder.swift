package import Foundation
package import ResultsStore
package import StudyDefinition

/// The warm folder in which checks run: it holds exactly the files of the last snapshot, beside
/// build products and the project's links.
package struct CheckFolder: Sendable {
    package let root: URL
    private let copy: Workspace

    package init(root: URL, study: StudyFolder, resources: Resources) {
        self.root = root
        copy = Workspace(root: root, study: study, resources: resources)
    }

    /// Only files whose bytes differ are written, so that a build sees what a participant's edit
    /// would have changed and nothing else.
    ///
    /// Each of them gets a modification time in a whole second that no file of the folder had
    /// before: the Swift compiler's driver compares whole seconds (6.3 on Linux), and would take
    /// a second edit within one of them for the first, and judge the work before.
    package func fill(_ snapshot: Snapshot, _ bytes: [String: Data]) throws {
        let files = FileManager.default
        try files.createDirectory(at: root, withIntermediateDirectories: true)
        let present = try copy.files(in: root)
        let stamp = try unusedSecond(present)
        let wanted = Set(snapshot.files.map(\.path))
        for path in present where !wanted.contains(path) {
            try files.removeItem(at: root.appendingPathComponent(path))
        }
        for file in snapshot.files {
            let url = root.appendingPathComponent(file.path)
            guard let data = bytes[file.content] else { continue }
            if (try? Data(contentsOf: url)) != data {
                try files.createDirectory(
                    at: url.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try data.write(to: url, options: .atomic)
                try files.setAttributes([.modificationDate: stamp], ofItemAtPath: url.path)
            }
            try files.setAttributes([.posixPermissions: file.mode], ofItemAtPath: url.path)
        }
        try copy.link()
    }

    private func unusedSecond(_ present: [String]) throws -> Date {
        let times = try present.map { path -> TimeInterval in
            let attributes = try FileManager.default.attributesOfItem(
                atPath: root.appendingPathComponent(path).path
            )
            return (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        }
        let newest = times.max() ?? 0
        return Date(
            timeIntervalSince1970: max(
                Date().timeIntervalSince1970.rounded(.down),
                newest.rounded(.down) + 1
            )
        )
    }
}
