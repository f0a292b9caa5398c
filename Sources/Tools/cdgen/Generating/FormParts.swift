import Diagnostics
import Foundation
import Generator
import QueryCompiler
import QueryForm

/// A query that a form holds, whole.
struct FormParts {
    var path: String
    /// Instead of the form's own.
    var name: String?

    func context(in read: NamedSchema) throws -> (query: QueryContext, shape: QueryShape) {
        let file = try FormFile(try text(), file: path)
        let query = try file.compiled(in: read.schema)
        say(warnings: query.warnings)
        try checkTypes(of: query, at: path)
        guard let given = name ?? file.form.name else {
            throw missing("--name", "name the method, or give the form a \"name\"")
        }
        try checkMethodName(given, at: name == nil ? path : "--name")
        let context = QueryContext(
            name: given,
            query: query,
            schema: read.schema,
            source: read.source
        )
        return (context, file.form.shape)
    }

    private func text() throws -> String {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw DiagnosticError(
                "unreadable",
                at: .init(file: path),
                "the form cannot be read",
                fix: "check the name and the permissions of the file",
                status: .noInput
            )
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw DiagnosticError(
                "not-utf8",
                at: .init(file: path),
                "the form is not UTF-8 text",
                fix: "save it as UTF-8"
            )
        }
        return text
    }
}

func missing(_ option: String, _ fix: String) -> DiagnosticError {
    DiagnosticError(
        "missing-option",
        at: .init(file: option),
        "the option is missing",
        fix: fix,
        status: .usage
    )
}
