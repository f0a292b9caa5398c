import ArgumentParser
import Diagnostics
import Foundation
import Schema
import SchemaReader

struct NamedSchema {
    var schema: Schema
    /// The model's folder name, for the head of generated files.
    var source: String
}

/// The model at `path`, in its current version unless another is named; its warnings go to standard error, its errors end the command.
func readModel(at path: String, version: String? = nil) throws -> NamedSchema {
    let read = try readSchema(at: path, version: version)
    if read.hasErrors { throw DiagnosticError(read.diagnostics) }
    say(warnings: read.diagnostics)
    return NamedSchema(
        schema: read.schema,
        source: URL(fileURLWithPath: path).lastPathComponent
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
