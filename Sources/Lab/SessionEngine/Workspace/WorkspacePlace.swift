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
        self.init(root: folder.appendingPathComponent(Self.name(participant, session)))
    }

    private static func name(_ participant: String, _ session: UUID) -> String {
        "\(participant)-\(session.uuidString.prefix(8).lowercased())"
    }

    init(root: URL) {
        self.root = root
        let (folder, name) = (root.deletingLastPathComponent(), root.lastPathComponent)
        // No participant's code begins with a dot.
        before = folder.appendingPathComponent(".before/\(name)")
        making = folder.appendingPathComponent(".making/\(name)")
    }

    /// Everything that a session leaves here, relative to the folder of the results file. Sessions
    /// of earlier versions had no identity, and worked in a folder of their participant's.
    package static func paths(study: String, participant: String, session: UUID?) -> [String] {
        [participant, session.map { name(participant, $0) }].compactMap { $0 }.flatMap { name in
            ["", ".before/", ".making/"].map { "workspaces/\(study)/\($0)\(name)" }
        }
    }

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
