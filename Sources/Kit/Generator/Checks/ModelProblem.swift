package import Diagnostics

/// A function that returns the line and column of an entity, or of one of its properties, in the
/// model file. Returns nil if the position is unknown.
package typealias ModelLocator = (_ entity: String, _ property: String?) -> Diagnostic.Place?

/// An error, warning or note about a model, with the entity and the property that it concerns.
struct ModelProblem: Sendable {
    var id: String
    var severity: Diagnostic.Severity = .error
    var entity: String?
    var property: String?
    var problem: String
    var fix: String?

    func diagnostic(_ locate: ModelLocator) -> Diagnostic {
        Diagnostic(
            id,
            severity: severity,
            at: entity.flatMap { locate($0, property) },
            problem,
            fix: fix
        )
    }
}
