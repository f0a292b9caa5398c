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

    /// A part of the study. `elements` contains the elements of the part, such as tasks keyed by
    /// id, or files keyed by path. It is empty if the part has no elements.
    private typealias Part = (
        name: String, value: any Encodable, elements: [String: AnyHashable]
    )

    private static func parts(_ folder: StudyFolder) -> [Part] {
        let study = folder.study
        let places = study.materialFolders + ["solutions", "data", "wrong"]
        let materials = folder.files.filter { path, _ in
            places.contains { path.hasPrefix($0 + "/") }
        }
        var parts: [Part] = [
            part("tasks", study.tasks) { $0.id }, part("checks", study.checks) { $0.id },
            part("conditions", study.conditions) { $0.id },
            part("task sets", study.taskSets ?? []) { $0.id }, ("phases", study.phases, [:]),
            part("questionnaires", study.questionnaires) { $0.id },
            ("feedback", study.feedback.rawValue, [:]), ("assistants", study.assistants, [:]),
            ("think aloud", study.thinkAloud?.rawValue ?? "", [:]),
            ("materials", materials, materials.mapValues { AnyHashable($0) }),
            ("analysis rules", analysis, [:]),
        ]
        if let registered = study.analysis {
            parts.append((StoredLock.registeredAnalysis, registered, [:]))
        }
        return parts
    }

    private static func part<Element: Hashable & Encodable>(
        _ name: String,
        _ elements: [Element],
        id: (Element) -> String
    ) -> Part {
        let byID = Dictionary(elements.map { (id($0), AnyHashable($0)) }) { first, _ in first }
        return (name, elements, byID)
    }

    /// Returns the hashes of the study's parts, keyed by the name of the part, such as `tasks`.
    package static func terms(_ folder: StudyFolder) throws(DiagnosticError) -> [String: String] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        var terms: [String: String] = [:]
        for part in parts(folder) {
            do { terms[part.name] = sha256(Array(try encoder.encode(part.value))) } catch {
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

    /// Returns a message for each part of the study that differs from the study lock. If the
    /// results file contains the locked definition, the message names the changed tasks, files and
    /// other elements.
    package static func changes(
        in folder: StudyFolder,
        from lock: StoredLock,
        stored store: ResultsStore
    ) throws(DiagnosticError) -> [String] {
        let now = parts(folder)
        let then = try definition(of: lock, in: store).map(parts) ?? []
        return try deviations(folder, from: lock).map { name in
            guard let new = now.first(where: { $0.name == name })?.elements,
                let old = then.first(where: { $0.name == name })?.elements
            else { return StoredLock.change(of: name) }
            let changed = Set(new.keys).union(old.keys).sorted().filter { new[$0] != old[$0] }
            let names = changed.map { key in
                key + (old[key] == nil ? " (new)" : new[key] == nil ? " (removed)" : "")
            }
            return StoredLock.change(of: name)
                + (names.isEmpty ? "" : ": \(listed(names, most: 20))")
        }
    }

    /// Returns the stored definition that was locked; nil if the results file does not contain it.
    private static func definition(
        of lock: StoredLock,
        in store: ResultsStore
    ) throws(DiagnosticError) -> StudyFolder? {
        for hash in try store.definitions(of: lock.study) {
            // A definition that a newer evalrun stored may not be readable.
            guard let folder = try? store.studyFolder(hash: hash) else { continue }
            if try terms(folder) == lock.terms { return folder }
        }
        return nil
    }
}
