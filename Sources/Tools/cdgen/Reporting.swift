import ArgumentParser
import Diagnostics
import Foundation
import Generator
import Schema
import SchemaReader

struct NamedSchema {
    /// As the file has it.
    var declared: Schema
    /// The model's folder name, for the head of generated files.
    var source: String
    var locate: ModelLocator
    /// Warnings and notes of the reader.
    var diagnostics: [Diagnostic]

    /// The schema of the store.
    var schema: Schema { declared.withoutTransientAttributes }
}

/// The model at `path`, in its current version unless another is named; its warnings go to standard
/// error, its errors end the command.
func readModel(
    at path: String,
    version: String? = nil,
    identity: Configuration? = nil,
    isQuiet: Bool = false
) throws -> NamedSchema {
    let read = try readSchema(at: path, version: version)
    return try readModel(read, at: path, identity: identity, isQuiet: isQuiet)
}

/// The same of a model that has been read from `path`.
func readModel(
    _ read: ReadSchema,
    at path: String,
    identity: Configuration?,
    isQuiet: Bool
) throws -> NamedSchema {
    let read = read.withoutRepeatedEntities
    if read.hasErrors { throw DiagnosticError(read.diagnostics) }
    if !isQuiet { say(warnings: read.diagnostics) }
    return NamedSchema(
        declared: try identity?.applyingIdentity(to: read.schema) ?? read.schema,
        source: modelFolderName(of: path),
        locate: { read.place(ofEntity: $0, property: $1) },
        diagnostics: read.diagnostics
    )
}

func say(warnings: [Diagnostic]) {
    if warnings.isEmpty { return }
    Output.complain(render(warnings))
}

/// Runs `body`; its diagnostics go to standard error and set the exit status.
func reportingDiagnostics(_ body: () throws -> Void) throws {
    do {
        try body()
    } catch let error as DiagnosticError {
        say(warnings: error.diagnostics)
        throw ExitCode(error.status.rawValue)
    }
}
