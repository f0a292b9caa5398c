import Diagnostics
import Foundation
import Generator
import QueryCompiler
import QueryForm
import SchemaReader

/// A query that a form describes, checked against the model; its warnings go to standard error.
struct FormQuery {
    var query: CompiledQuery
    var file: GeneratedFile

    /// - Parameter name: of the method, where it is not the form's.
    init(formAt path: String, named name: String?, in read: NamedSchema) throws {
        let form = try FormFile(try formText(at: path), file: path)
        query = try form.compiled(in: read.schema)
        say(warnings: query.warnings)
        let typed = Set(query.parameters.map(\.name))
        let untyped = query.remainderVariables.filter { !typed.contains($0) }
        if !untyped.isEmpty {
            throw DiagnosticError(
                untyped.map {
                    Diagnostic(
                        "untyped-variable",
                        at: form.place(ofKey: "where"),
                        "nothing says of which type $\($0) is",
                        fix: "compare it with a key of \"\(form.form.entity)\""
                    )
                }
            )
        }
        let place =
            name == nil ? form.place(ofKey: "name") : Diagnostic.Place(file: "--name")
        guard let name = name ?? form.form.name else {
            throw DiagnosticError(
                "missing-name",
                at: place,
                "the query has no name",
                fix: "give --name, or the form a \"name\"",
                status: .usage
            )
        }
        let isName =
            name.first.map { $0.isLetter || $0 == "_" } == true
            && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        if !isName {
            throw DiagnosticError(
                "bad-name",
                at: place,
                "\"\(name)\" cannot name a Swift method",
                expected: "a letter, then letters and digits",
                status: .usage
            )
        }
        let context = QueryContext(
            name: name,
            query: query,
            schema: read.schema,
            source: read.source
        )
        file = generate(context, form.form.shape)
    }
}

private func formText(at path: String) throws -> String {
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
