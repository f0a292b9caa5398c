package import Diagnostics
package import Foundation
package import Schema

/// What reading a model gave: the schema as far as it could be understood, and every finding. A
/// schema with findings of severity error is not fit for generation.
package struct ReadSchema: Sendable {
    package var schema: Schema
    package var diagnostics: [Diagnostic]

    package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

/// Reads the `.xcdatamodeld` or `.xcdatamodel` at `path`. Of a bundle with several versions the
/// current one is read.
///
/// - Throws: `DiagnosticError` when there is no model to read.
package func readSchema(at path: String) throws -> ReadSchema {
    let location = try locateContents(of: path)
    guard let data = FileManager.default.contents(atPath: location.contents) else {
        throw DiagnosticError(
            "unreadable-model",
            at: .init(file: location.contents),
            "the file cannot be read",
            fix: "check that it exists and that you may read it",
            status: .noInput
        )
    }
    return readSchema(contents: data, named: location.name, file: location.contents)
}

/// Reads the XML of a model's `contents` file; `file` is what diagnostics call it.
package func readSchema(contents: Data, named name: String, file: String) -> ReadSchema {
    let reader = ModelParser(name: name, file: file)
    return reader.read(contents)
}
