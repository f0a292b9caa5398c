import Diagnostics
import YAMLFields

/// The ids of a study's conditions, questionnaires, tasks and checks, and the references to these
/// ids in other parts of the study.
final class References {
    enum Kind: String, CaseIterable {
        case condition, questionnaire, task, check
    }

    private struct Use {
        let id: String
        let place: Diagnostic.Place
        let name: String
        let counts: Bool
    }

    private var declared: [Kind: [(id: String, place: Diagnostic.Place)]] = [:]
    private var uses: [Kind: [Use]] = [:]
    private var unreadable: Set<Kind> = []
    private let findings: DiagnosticList

    init(findings: DiagnosticList) { self.findings = findings }

    /// Declares an id, such as the id of a task. Reports an error if another declaration of the
    /// same kind has the same id.
    func declare(_ kind: Kind, _ id: String, at place: Diagnostic.Place) {
        if id.isEmpty { return }
        if let first = declared[kind]?.first(where: { $0.id == id }) {
            let name = "\(kind.rawValue) \(quoted(id))"
            findings.duplicateID(of: name, at: place, after: first.place.line ?? 0)
        } else {
            declared[kind, default: []].append((id, place))
        }
    }

    /// Records a reference to an id.
    ///
    /// - Parameters:
    ///   - name: description of the key that refers to the id, such as `"check" of task
    ///     "generate"`. Messages contain this description.
    ///   - counts: whether the reference makes the id count as used. If false, the reference only
    ///     requires that the id exists.
    func use(
        _ kind: Kind,
        _ id: String,
        at place: Diagnostic.Place,
        by name: String,
        counts: Bool = true
    ) {
        if id.isEmpty { return }
        uses[kind, default: []].append(.init(id: id, place: place, name: name, counts: counts))
    }

    /// Turns off reports about references to unknown ids of this kind. Called if the study declares
    /// these ids in a value that is not a list; that error is reported elsewhere.
    func setUnreadable(_ kind: Kind) { unreadable.insert(kind) }

    /// Returns the position of the first declaration of an id.
    func place(_ kind: Kind, _ id: String) -> Diagnostic.Place? {
        declared[kind]?.first { $0.id == id }?.place
    }

    func ids(_ kind: Kind) -> [String] { declared[kind, default: []].map(\.id) }

    /// Reports every id that is referred to but not declared.
    func resolve() {
        for kind in Kind.allCases where !unreadable.contains(kind) {
            let known = ids(kind)
            for use in uses[kind, default: []] where !known.contains(use.id) {
                findings.error(
                    "unknown-\(kind.rawValue)",
                    at: use.place,
                    "\(use.name) names \(kind.rawValue) \(quoted(use.id)), "
                        + "which is not in \"\(kind.rawValue)s\"",
                    fix: suggestion(for: use.id, among: known)
                )
            }
        }
    }

    /// Warns of declared ids that are not used.
    ///
    /// - Parameter nobody: the start of the warning, such as `no task uses`.
    func warnOfUnused(_ kind: Kind, nobody: String) {
        let used = Set(uses[kind, default: []].filter(\.counts).map(\.id))
        for (id, place) in declared[kind, default: []] where !used.contains(id) {
            findings.warning(
                "unused-\(kind.rawValue)",
                at: place,
                "\(nobody) \(kind.rawValue) \(quoted(id))"
            )
        }
    }
}
