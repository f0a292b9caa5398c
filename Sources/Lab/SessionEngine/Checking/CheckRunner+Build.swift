import Diagnostics
import Foundation
import ResultsStore
import StudyDefinition

extension CheckRunner {
    /// Builds `snapshot` and returns the build's errors. Nil if the build succeeds or the study has
    /// no build command.
    func buildFailure(
        of task: String,
        on snapshot: Snapshot,
        bytes: [String: Data]
    ) async throws(DiagnosticError) -> String? {
        let build = study.study.project.build
        guard !build.isEmpty else { return nil }
        let folder = folder(of: task)
        let lock = try await lock(folder)
        defer { lock.release() }
        do { try copy(at: folder).fill(snapshot, bytes) } catch { throw diagnose(error) }
        let result = await Command(build, in: folder, environment: environment, timeout: 600).run()
        guard !result.succeeded else { return nil }
        return "\(result.end)\n" + tail(result.output + result.errors, bytes: 2000)
    }
}
