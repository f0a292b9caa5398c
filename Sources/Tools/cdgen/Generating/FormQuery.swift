import Diagnostics
import Generator
import QueryCompiler
import QueryForm

/// A query from a form (a JSON file that describes a query), checked against the model. The
/// initializer writes warnings to standard error.
struct FormQuery {
    /// The query with all data for generating its method, except the result type (see ``shape``).
    var context: QueryContext
    var shape: QueryShape

    var file: GeneratedFile { generate(context, shape) }

    /// Reads a form and checks its query.
    ///
    /// - Parameter name: name of the method; nil for the name in the form.
    init(
        formAt path: String,
        named name: String?,
        in read: NamedSchema,
        options: GenerationOptions = GenerationOptions(),
        isQuiet: Bool = false
    ) throws {
        let text = try readText(at: path, orReport: "unreadable", called: "form")
        let form = try FormFile(text, file: path)
        let query = try form.compiled(in: read.schema)
        if !isQuiet { say(warnings: query.warnings) }
        try checkParameters(of: query, at: form.place(ofKey: "where"))
        let place = name == nil ? form.place(ofKey: "name") : Diagnostic.Place(file: "--name")
        guard let name = name ?? form.form.name else {
            throw DiagnosticError(
                "missing-name",
                at: place,
                "the query has no method name",
                fix: "give --name, or add \"name\" to the form",
                status: .usage
            )
        }
        try checkMethodName(name, at: place)
        context = read.context(name, query, options)
        try checkMethod(of: context, name: place, predicate: form.place(ofKey: "where"))
        shape = form.form.shape
    }
}
