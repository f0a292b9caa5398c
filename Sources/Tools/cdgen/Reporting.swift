import ArgumentParser
import Diagnostics
import Foundation
import Generator
import Schema
import SchemaReader

struct NamedSchema {
    /// The schema as declared in the model file.
    var declared: Schema
    /// The name of the model's folder, which is written to the header of generated files.
    var source: String
    var locate: ModelLocator
    /// Warnings and notes from reading the model.
    var diagnostics: [Diagnostic]

    /// The schema of the store, which has no transient attributes.
    var schema: Schema { declared.withoutTransientAttributes }
}

/// Reads a version of the model at `path`, by default the current one. Writes warnings to standard
/// error. Throws an error if the model has errors.
func readModel(
    at path: String,
    version: String? = nil,
    identity: Configuration? = nil,
    isQuiet: Bool = false
) throws -> NamedSchema {
    let read = try readSchema(at: path, version: version)
    return try readModel(read, at: path, identity: identity, isQuiet: isQuiet)
}

/// Returns the schema of a model, including identities from the configuration. Writes warnings to
/// standard error. Throws an error if the model has errors.
func readModel(
    _ read: ReadSchema,
    at path: String,
    identity: Configuration?,
    isQuiet: Bool
) throws -> NamedSchema {
    let read = read.forGeneration
    if read.hasErrors { throw DiagnosticError(read.diagnostics) }
    if !isQuiet { say(warnings: read.diagnostics) }
    return NamedSchema(
        declared: try identity?.applyingIdentity(to: read.schema) ?? read.schema,
        source: modelFolderName(of: path),
        locate: read.place(of:),
        diagnostics: read.diagnostics
    )
}

func say(warnings: [Diagnostic]) {
    if warnings.isEmpty { return }
    Output.complain(render(warnings))
}

/// Returns the text of the file at `path`.
///
/// - Parameters:
///   - id: the ID of the error if the file cannot be read.
///   - name: the kind of file, for errors.
///   - status: the exit status if the file is not UTF-8.
/// - Throws: `DiagnosticError` if the file cannot be read or is not UTF-8.
func readText(
    at path: String,
    orReport id: String,
    called name: String = "file",
    status: ExitStatus = .data
) throws -> String {
    guard let data = FileManager.default.contents(atPath: path) else {
        throw DiagnosticError(
            id,
            at: .init(file: path),
            "the \(name) does not exist or cannot be read",
            fix: "check the path and the permissions of the file",
            status: .noInput
        )
    }
    if let text = String(validating: data, as: UTF8.self) { return text }
    throw DiagnosticError(
        "not-utf8",
        at: .init(file: path),
        "the \(name) is not UTF-8 text",
        fix: "save the file as UTF-8",
        status: status
    )
}

/// Runs `body`. If it throws a `DiagnosticError`, writes the diagnostics to standard error, and
/// ends the command with the error's exit status.
func reportingDiagnostics(_ body: () throws -> Void) throws {
    do {
        try body()
    } catch let error as DiagnosticError {
        say(warnings: error.diagnostics)
        throw ExitCode(error.status.rawValue)
    }
}
