import Diagnostics
import Foundation
import SchemaReader

/// A `ProjectGeneration` that reads the current version of a model, but writes no code.
package struct ReadingOnly: ProjectGeneration {
    package init() {}

    package var files: [String] { [] }

    package func configuredModel() -> String? { nil }

    /// Reads the model at `path`.
    ///
    /// - Throws: `DiagnosticError` if there is no model, or if the model has errors.
    package func model(at path: String) throws -> ProjectModel {
        let read = try readSchema(at: path).forGeneration
        if read.hasErrors {
            throw DiagnosticError(read.diagnostics.filter { $0.severity == .error })
        }
        let source = URL(fileURLWithPath: path).lastPathComponent
        return ProjectModel(path: path, source: source, declared: read.schema)
    }

    package func generate(_ path: String, to output: String) throws -> GenerationSummary {
        throw refusal
    }

    package func save(
        _ name: String,
        form: String,
        of path: String,
        to output: String
    ) throws -> [String] {
        throw refusal
    }

    package func preview(
        _ name: String,
        form: String,
        draft: String,
        of path: String,
        to output: String
    ) throws -> [GeneratedText] {
        throw refusal
    }

    private var refusal: DiagnosticError {
        DiagnosticError(
            "no-generation",
            at: nil,
            "the studio cannot generate code, because cdgen did not start the studio",
            fix: "start the studio with the command \"cdgen studio\""
        )
    }
}
