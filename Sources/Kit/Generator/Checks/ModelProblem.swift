package import Diagnostics
package import Schema

/// A function that returns the line and column of a part of the model in the model file. Returns
/// nil if the position is unknown.
package typealias ModelLocator = (ModelPart) -> Diagnostic.Place?

/// An error, warning or note about a model or about one of its parts.
struct ModelProblem: Sendable {
    var id: String
    var severity: Diagnostic.Severity = .error
    /// The affected part; nil if the problem concerns the model as a whole.
    var part: ModelPart?
    var problem: String
    var fix: String?

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
