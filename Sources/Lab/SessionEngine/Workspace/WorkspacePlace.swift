package import Foundation

/// Folders of a session's workspace, next to the results file. A workspace belongs to a session:
/// two sessions of one participant code never share one.
package struct WorkspacePlace: Sendable, Hashable {
    /// The folder that the participant works in.
    package let root: URL
    /// Workspaces of the session's earlier conditions or task sets.
    package let before: URL
    /// A workspace that is being made; it gets its name when it is whole.
    package let making: URL

    package init(results: String, study: String, participant: String, session: UUID) {
        let folder = URL(fileURLWithPath: results).deletingLastPathComponent()
            .appendingPathComponent("workspaces/\(study)")
        let number = session.uuidString.prefix(8).lowercased()
        self.init(root: folder.appendingPathComponent("\(participant)-\(number)"))
    }

    init(root: URL) {
        self.root = root
        let (folder, name) = (root.deletingLastPathComponent(), root.lastPathComponent)
        // No participant's code begins with a dot.
        before = folder.appendingPathComponent(".before/\(name)")
        making = folder.appendingPathComponent(".making/\(name)")
    }

    /// Everything that a session leaves here.
    package var all: [URL] { [root, before, making] }

    /// The folder in which sessions of earlier versions of evalrun worked.
    package static func ofEarlierVersions(
        results: String,
        study: String,
        participant: String
    ) -> WorkspacePlace {
        WorkspacePlace(
            root: URL(fileURLWithPath: results).deletingLastPathComponent()
                .appendingPathComponent("workspaces/\(study)/\(participant)")
        )
    }
}
