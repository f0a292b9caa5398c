import Diagnostics
import Foundation
import ResultsStore
import StudyDefinition

/// Workspaces for a round of validation, one per starter. Before each use, a workspace is reset
/// instead of being created again, because creation is slow if the project has many files.
final class ValidationBench {
    struct Place {
        let workspace: Workspace
        /// The workspace's parent folder.
        fileprivate let scratch: ScratchFolder
        fileprivate let start: Snapshot
        fileprivate let bytes: [String: Data]
        fileprivate let known: KnownContents

        func snapshot() throws(DiagnosticError) -> (Snapshot, [String: Data]) {
            try workspace.snapshot(since: (known, bytes))
        }
    }

    private let study: StudyFolder
    private let resources: Resources
    private var places: [[String]: Place] = [:]

    init(study: StudyFolder, resources: Resources) {
        (self.study, self.resources) = (study, resources)
    }

    deinit { for place in places.values { place.scratch.remove() } }

    /// Returns a workspace with the files that a participant finds at the start of the task. The
    /// next call with the same starter resets this workspace and returns it.
    func workspace(for task: String, in condition: String) throws(DiagnosticError) -> Place {
        let starter = study.study.starter(of: task, in: condition)
        if let place = places[starter] {
            let folder = CheckFolder(
                root: place.workspace.root,
                study: study,
                resources: resources,
                known: place.known
            )
            try place.workspace.attempt("the workspace could not be reset") {
                try folder.fill(place.start, place.bytes)
            }
            return place
        }
        let scratch = try ScratchFolder.temporary()
        let workspace = Workspace(
            root: scratch.url.appendingPathComponent("workspace"),
            study: study,
            resources: resources
        )
        do {
            let (start, bytes) = try workspace.create(for: task, in: condition)
            let place = Place(
                workspace: workspace,
                scratch: scratch,
                start: start,
                bytes: bytes,
                known: KnownContents()
            )
            places[starter] = place
            return place
        } catch {
            scratch.remove()
            throw error
        }
    }

    /// Removes a workspace. The next use creates it again.
    func discard(_ place: Place) {
        place.scratch.remove()
        places = places.filter { $0.value.workspace.root != place.workspace.root }
    }
}
