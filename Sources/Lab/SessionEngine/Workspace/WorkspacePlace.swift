package import Foundation
import ResultsStore

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
        self.init(root: folder.appendingPathComponent(participant + workspaceEnding(session)))
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
    /// the results file. Existing folders are found by the session's UUID, because a merge may have
    /// changed the participant code. Includes folders named after the participant code alone,
    /// unless `participant` is empty. Earlier versions of evalrun used such folders, because
    /// sessions had no UUID then.
    package static func paths(
        results: String,
        study: String,
        participant: String,
        session: UUID?
    ) -> [String] {
        let base = URL(fileURLWithPath: results).deletingLastPathComponent()
        let ending = session.map(workspaceEnding)
        let own = participant.isEmpty ? [] : [participant, participant + (ending ?? "")]
        return ["", ".before/", ".making/", ".parcel/"].flatMap { part in
            let parent = "workspaces/\(study)/\(part)"
            let existing = try? FileManager.default.contentsOfDirectory(
                atPath: base.appendingPathComponent(parent).path
            )
            let found = (existing ?? []).filter { name in
                ending.map { name.hasSuffix($0) } ?? false
            }
            // The folder may be on a disk that is not mounted, so `own` is included in any case.
            return Set(own + found).sorted().map { parent + $0 }
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
