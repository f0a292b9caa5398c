import Diagnostics
package import Foundation
package import SessionEngine
import StudyDefinition

/// A workspace as a zip file, and back.
///
/// Calls for one workspace must not overlap, nor a snapshot of it be taken meanwhile.
package struct WorkspaceParcel: Sendable {
    package struct Limits: Sendable {
        /// Bytes.
        package var file = 10_000_000
        package var total = 50_000_000
        package var zip = 20_000_000
        package var files = 2_000

        package init() {}
    }

    /// The workspace's folder.
    let root: URL
    /// Whether a name, at any depth, is no part of the project.
    let isIgnored: @Sendable (String) -> Bool
    /// Whether evalrun made the file at a path for the participant.
    let isPaper: @Sendable (String) -> Bool
    /// Paths at which the study has a symbolic link.
    let links: Set<String>
    package var limits = Limits()

    /// The files of a session's workspace.
    package init(_ workspace: Workspace) {
        self.init(
            root: workspace.root,
            links: Set(workspace.study.study.project.links.keys),
            isIgnored: { workspace.isIgnored($0) || Self.always.matches($0) },
            isPaper: { workspace.isPaper($0) }
        )
    }

    /// The files of a folder.
    ///
    /// - Parameters:
    ///   - ignoring: names, or suffixes such as `*.swp`, that are no part of the project.
    ///   - links: paths at which the study has a symbolic link.
    ///   - papers: paths of files that evalrun made.
    package init(
        _ root: URL,
        ignoring names: [String],
        links: Set<String> = [],
        papers: Set<String> = []
    ) {
        let ignore = Ignore(names: names + Ignore.always)
        self.init(
            root: root,
            links: links,
            isIgnored: { $0.hasPrefix(".evalrun") || ignore.matches($0) },
            isPaper: { papers.contains($0) }
        )
    }

    private init(
        root: URL,
        links: Set<String>,
        isIgnored: @escaping @Sendable (String) -> Bool,
        isPaper: @escaping @Sendable (String) -> Bool
    ) {
        (self.root, self.links, self.isIgnored, self.isPaper) = (root, links, isIgnored, isPaper)
    }

    private static let always = Ignore(names: Ignore.always)

    /// Whether nobody sends the file at `path`: its name or a folder's is ignored, it is in a link
    /// of the study, or evalrun made it.
    func isPassedOver(_ path: String) -> Bool {
        var prefix = ""
        for part in path.split(separator: "/") {
            if isIgnored(String(part)) { return true }
            prefix += prefix.isEmpty ? String(part) : "/\(part)"
            if links.contains(prefix) { return true }
        }
        return isPaper(path)
    }
}

/// Files of a workspace that were sent or received.
package struct ParcelFiles: Sendable, Hashable {
    package var count: Int
    /// Bytes of the files together.
    package var bytes: Int
    /// What is no regular file, and was left out: path and reason.
    package var leftOut: [String] = []

    /// `14 files, 23 kB`
    package var words: String { "\(counted(count, "file")), \(sizeWords(bytes))" }
}

/// `23 kB`, `1.4 MB`
func sizeWords(_ bytes: Int) -> String {
    if bytes < 1_000 { return counted(bytes, "byte") }
    if bytes < 1_000_000 { return "\((bytes + 500) / 1_000) kB" }
    let tenths = (bytes + 50_000) / 100_000
    return tenths % 10 == 0 ? "\(tenths / 10) MB" : "\(tenths / 10).\(tenths % 10) MB"
}
