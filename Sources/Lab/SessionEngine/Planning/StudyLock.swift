import ContentHash
package import Diagnostics
import Foundation
package import ResultsStore
package import StudyDefinition

/// The study lock: a record of the study as it was planned, made before data collection. It
/// contains hashes of the study's parts, such as its tasks, and the target number of participants.
package enum StudyLock {
    /// Version of the analysis rules: which outcomes count as success, and which confidence
    /// intervals are used. Incremented if the rules change.
    static let analysis = "1"

    /// Returns the hashes of the study's parts, keyed by the name of the part, such as `tasks`.
    package static func terms(_ folder: StudyFolder) throws(DiagnosticError) -> [String: String] {
        let study = folder.study
        let places = study.materialFolders + ["solutions", "data", "wrong"]
        let materials = folder.files.filter { path, _ in
            places.contains { path.hasPrefix($0 + "/") }
        }
        var parts: [(String, any Encodable)] = [
            ("tasks", study.tasks), ("checks", study.checks), ("conditions", study.conditions),
            ("task sets", study.taskSets ?? []), ("phases", study.phases),
            ("questionnaires", study.questionnaires), ("feedback", study.feedback.rawValue),
            ("assistants", study.assistants), ("think aloud", study.thinkAloud?.rawValue ?? ""),
            ("materials", materials), ("analysis rules", analysis),
        ]
        if let registered = study.analysis {
            parts.append((StoredLock.registeredAnalysis, registered))
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        var terms: [String: String] = [:]
        for (name, part) in parts {
            do { terms[name] = sha256(Array(try encoder.encode(part))) } catch {
                throw DiagnosticError("lock-encoding", plain(error), status: .software)
            }
        }
        return terms
    }

    package static func hash(_ terms: [String: String], target: Int?) -> String {
        let lines = terms.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }
        return sha256(Array((lines.joined() + "target \(target ?? 0)\n").utf8))
    }

    /// Returns the names of the parts of the study that differ from the study lock, sorted.
    package static func deviations(
        _ folder: StudyFolder,
        from lock: StoredLock
    ) throws(DiagnosticError) -> [String] {
        let now = try terms(folder)
        return Set(now.keys).union(lock.terms.keys).sorted().filter { now[$0] != lock.terms[$0] }
    }
}
