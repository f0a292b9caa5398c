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
            part("task sets", study.taskSets ?? []) { $0.id },
            ("phases", study.phases, texts(in: study.phases)),
            part("questionnaires", study.questionnaires) { $0.id },
            ("feedback", study.feedback.rawValue, [:]), ("assistants", study.assistants, [:]),
            ("think aloud", study.thinkAloud?.rawValue ?? "", [:]),
            ("materials", materials, materials.mapValues { AnyHashable($0) }),
            ("analysis rules", analysis, [:]),
        ]
        if let registered = study.analysis {
            // The ids contain the values, so that messages state what was registered.
            let rules = registered.words.map { ($0, AnyHashable($0)) }
            let elements = Dictionary(rules) { first, _ in first }
            parts.append((StoredLock.registeredAnalysis, registered, elements))
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

    /// Returns the files of the texts in the phases, the consent options, and the order of the
    /// phases.
    private static func texts(in phases: [Phase]) -> [String: AnyHashable] {
        var elements: [String: AnyHashable] = [:]
        var order: [String] = []
        func keep(_ prose: Study.Prose) { elements[prose.path] = AnyHashable(prose.text) }
        func add(_ phases: [Phase]) {
            for phase in phases {
                switch phase {
                case .consent(let consent):
                    order.append("consent")
                    keep(consent.prose)
                    for option in consent.options {
                        elements["consent option \(option.id)"] = AnyHashable(option)
                    }
                case .reading(let reading):
                    let others = (reading.proses ?? [:]).sorted { $0.key < $1.key }
                    order.append("\(reading.kind) \(reading.prose.path)")
                    order += others.map { "\($0.key) \($0.value.path)" }
                    keep(reading.prose)
                    for (_, prose) in others { keep(prose) }
                case .questionnaire(let id): order.append("questionnaire \(id)")
                case .tasks(let ids): order.append("tasks \(ids)")
                case .practice(let ids): order.append("practice \(ids)")
                case .eachCondition(let phases):
                    order.append("each condition")
                    add(phases)
                    order.append("end")
                }
            }
        }
        add(phases)
        elements["order of phases"] = AnyHashable(order)
        return elements
    }

    /// Returns the hashes of the study's parts, keyed by the name of the part, such as `tasks`.
    package static func terms(_ folder: StudyFolder) throws(DiagnosticError) -> [String: String] {
        var terms: [String: String] = [:]
        for part in parts(folder) {
            do { terms[part.name] = try StoredLock.term(part.value) } catch {
                throw DiagnosticError("lock-encoding", plain(error), status: .software)
            }
        }
        return terms
    }

    package static func hash(_ terms: [String: String], target: Int?) -> String {
        let lines = terms.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }
        return sha256(Array((lines.joined() + "target \(target ?? 0)\n").utf8))
    }

    /// Returns the parts of the study that differ from the study lock, keyed by their names. The
    /// values are the changed tasks, files and other elements. A value is empty if the part has no
    /// elements, or if the results file does not contain the locked definition.
    package static func deviations(
        _ folder: StudyFolder,
        from lock: StoredLock,
        stored store: ResultsStore
    ) throws(DiagnosticError) -> [String: [String]] {
        let now = try terms(folder)
        let names = Set(now.keys).union(lock.terms.keys).filter { now[$0] != lock.terms[$0] }
        guard !names.isEmpty else { return [:] }
        let new = elements(folder)
        let old = try definition(of: lock, in: store).map { elements($0) }
        var deviations: [String: [String]] = [:]
        for name in names {
            let own = new[name] ?? [:]
            let locked = old.map { $0[name] ?? [:] } ?? own
            let changed = Set(own.keys).union(locked.keys).sorted().filter { own[$0] != locked[$0] }
            deviations[name] = changed.map { key in
                key + (locked[key] == nil ? " (new)" : own[key] == nil ? " (removed)" : "")
            }
        }
        return deviations
    }

    /// Returns the elements of each part of the study, keyed by the name of the part.
    private static func elements(_ folder: StudyFolder) -> [String: [String: AnyHashable]] {
        Dictionary(parts(folder).map { ($0.name, $0.elements) }) { first, _ in first }
    }

    /// Returns a message for each part of the study that differs from the study lock.
    package static func changes(
        in folder: StudyFolder,
        from lock: StoredLock,
        stored store: ResultsStore
    ) throws(DiagnosticError) -> [String] {
        try deviations(folder, from: lock, stored: store).sorted { $0.key < $1.key }
            .map { StoredLock.change(of: $0.key, $0.value) }
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
