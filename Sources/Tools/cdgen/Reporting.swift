import ArgumentParser
import Diagnostics
import Generator
import Schema
import SchemaReader

struct NamedSchema {
    /// The schema as declared in the model file.
    var declared: Schema
    /// The name of the model's folder, for the header of generated files.
    var source: String
    var locate: ModelLocator
    /// Warnings and notes from reading the model.
    var diagnostics: [Diagnostic]

    /// The schema of the store, without transient attributes.
    var schema: Schema { declared.withoutTransientAttributes }
}

/// Reads the model at `path`, in its current version unless another one is named. Warnings are
/// written to standard error; errors end the command.
func readModel(
    at path: String,
    version: String? = nil,
    identity: Configuration? = nil,
    isQuiet: Bool = false
) throws -> NamedSchema {
    let read = try readSchema(at: path, version: version)
    return try readModel(read, at: path, identity: identity, isQuiet: isQuiet)
}

/// Returns the model that was read from `path`, with the configured identities. Warnings are
/// written to standard error; errors end the command.
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

/// Runs `body`. Its diagnostics are written to standard error and determine the exit status.
func reportingDiagnostics(_ body: () throws -> Void) throws {
    do {
        try body()
    } catch let error as DiagnosticError {
        say(warnings: error.diagnostics)
        throw ExitCode(error.status.rawValue)
    }
}
