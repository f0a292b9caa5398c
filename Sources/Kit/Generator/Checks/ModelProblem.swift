package import Diagnostics
package import Schema

/// A function that returns the line and column of a part of the model in the model file. Returns
/// nil if the position is unknown.
package typealias ModelLocator = (ModelPart) -> Diagnostic.Place?

/// An error, warning or note about a model or about one of its parts: an entity, a property, a
/// fetch request or a configuration.
struct ModelProblem: Sendable {
    var id: String
    var severity: Diagnostic.Severity = .error
    var entity: String?
    var property: String?
    /// The index of the affected fetch request; nil if the problem concerns another part.
    var fetchRequest: Int?
    /// The index of the affected configuration; nil if the problem concerns another part.
    var configuration: Int?
    var problem: String
    var fix: String?

    private var part: ModelPart? {
        if let fetchRequest { return .fetchRequest(fetchRequest) }
        if let configuration { return .configuration(configuration) }
        guard let entity else { return nil }
        return property.map { .property($0, of: entity) } ?? .entity(entity)
    }

    func diagnostic(_ locate: ModelLocator) -> Diagnostic {
        Diagnostic(
            id,
            severity: severity,
            at: part.flatMap(locate),
            problem,
            fix: fix
        )
    }
}
