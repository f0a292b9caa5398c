import Diagnostics
package import Foundation
package import SessionEngine
import StudyDefinition

/// Conversion of a workspace to a zip file, and of a zip file to a workspace.
///
/// The caller must serialize packing, unpacking and snapshots of the same workspace.
package struct WorkspaceParcel: Sendable {
    package struct Limits: Sendable {
        /// Maximum number of bytes of one file.
        package var file = 10_000_000
        package var total = 50_000_000
        package var zip = 20_000_000
        package var files = 2_000
        /// Maximum number of files and folders in a zip file to unpack. The folders in an entry's
        /// path are counted, even if they have no entries themselves.
        package var paths = 20_000

        package init() {}
    }

    /// The workspace's folder.
    let root: URL
    /// A function that returns whether a name is ignored. Files and folders with an ignored name,
    /// at any depth, are not part of the project.
    let isIgnored: @Sendable (String) -> Bool
    /// A function that returns whether evalrun wrote the file at a path.
    let isPaper: @Sendable (String) -> Bool
    /// Paths at which the study has a symbolic link.
    let links: Set<String>
    package var limits = Limits()

    /// Creates a packer and unpacker for a session's workspace.
    package init(_ workspace: Workspace) {
        root = workspace.root
        links = Set(workspace.study.study.project.links.keys)
        isIgnored = { workspace.isIgnored($0) || Self.always.matches($0) }
        isPaper = { workspace.isPaper($0) }
    }

    /// Creates a packer and unpacker for any folder.
    ///
    /// - Parameters:
    ///   - ignoring: names, or suffixes such as `*.swp`, of files that are not part of the project.
    ///   - links: paths at which the study has a symbolic link.
    ///   - papers: paths of files that evalrun wrote.
    package init(
        _ root: URL,
        ignoring names: [String],
        links: Set<String> = [],
        papers: Set<String> = []
    ) {
        let ignore = Ignore(names: names + Ignore.always)
        (self.root, self.links) = (root, links)
        isIgnored = { $0.hasPrefix(".evalrun") || ignore.matches($0) }
        isPaper = { papers.contains($0) }
    }

    private static let always = Ignore(names: Ignore.always)

    /// Returns whether to skip the path: one of its components is ignored, the path is at or below
    /// a link of the study, or evalrun wrote the file.
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

/// Number and size of the workspace files that were sent or received.
package struct ParcelFiles: Sendable, Hashable {
    package var count: Int
    /// Total number of bytes of the files.
    package var bytes: Int
    /// Omitted entries that are not regular files, each with its path and reason.
    package var leftOut: [String] = []

    /// Number and size as text, such as `14 files, 23 kB`.
    package var words: String { "\(counted(count, "file")), \(sizeWords(bytes))" }
}

/// Returns a size as text, such as `23 kB` or `1.4 MB`.
func sizeWords(_ bytes: Int) -> String {
    if bytes < 1_000 { return counted(bytes, "byte") }
    if bytes < 1_000_000 { return "\((bytes + 500) / 1_000) kB" }
    let tenths = (bytes + 50_000) / 100_000
    return tenths % 10 == 0 ? "\(tenths / 10) MB" : "\(tenths / 10).\(tenths % 10) MB"
}
