package import Foundation

/// The folders for a session's workspaces, next to the results file. Every session has its own
/// folders, even if several sessions have the same participant code.
package struct WorkspacePlace: Sendable, Hashable {
    /// The folder in which the participant works.
    package let root: URL
    /// Folder for the session's workspaces that are not in use: those for other conditions or task
    /// sets.
    package let before: URL
    /// Folder for a workspace that is still being made. It is renamed once it is complete.
    package let making: URL
    /// Folder for uploaded files until they replace the workspace.
    package let parcel: URL

    package init(results: String, study: String, participant: String, session: UUID) {
        let folder = URL(fileURLWithPath: results).deletingLastPathComponent()
            .appendingPathComponent("workspaces/\(study)")
        self.init(root: folder.appendingPathComponent(Self.name(participant, session)))
    }

    private static func name(_ participant: String, _ session: UUID) -> String {
        "\(participant)-\(session.uuidString.prefix(8).lowercased())"
    }

    package init(root: URL) {
        self.root = root
        let (folder, name) = (root.deletingLastPathComponent(), root.lastPathComponent)
        // A participant code never begins with a dot, so these names are free.
        before = folder.appendingPathComponent(".before/\(name)")
        making = folder.appendingPathComponent(".making/\(name)")
        parcel = folder.appendingPathComponent(".parcel/\(name)")
    }

    /// Returns the paths of all folders that a session may leave behind, relative to the folder of
    /// the results file. Includes folders named after the participant code. Earlier versions of
    /// evalrun used such folders, because sessions had no UUID then.
    package static func paths(study: String, participant: String, session: UUID?) -> [String] {
        [participant, session.map { name(participant, $0) }].compactMap { $0 }.flatMap { name in
            ["", ".before/", ".making/", ".parcel/"].map { "workspaces/\(study)/\($0)\(name)" }
        }
    }

    /// Returns the folder that earlier versions of evalrun used for a participant's sessions.
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
