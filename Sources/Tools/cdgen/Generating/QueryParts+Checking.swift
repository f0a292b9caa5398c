import Diagnostics
import Generator
import QueryCompiler
import QueryForm

extension QueryParts {
    /// Checks the query against the model and returns it with all data for generating its method.
    /// Writes warnings to standard error. If ``name`` is empty, uses the name in the form.
    ///
    /// - Throws: `DiagnosticError` with all parts that do not match the model.
    func checked(
        in read: NamedSchema,
        options: GenerationOptions,
        isQuiet: Bool = false
    ) throws -> (context: QueryContext, shape: QueryShape) {
        let form = try form.map { path in
            try FormFile(try readText(at: path, orReport: "unreadable", called: "form"), file: path)
        }
        let (name, namePlace) = try checkedName(form)
        let query = try form?.compiled(in: read.schema) ?? compiled(in: read.schema)
        if !isQuiet { say(warnings: query.warnings) }
        let context = QueryContext(
            name: name,
            query: query,
            schema: read.schema,
            source: read.source,
            options: options
        )
        let place = form?.place(ofKey: "where") ?? Diagnostic.Place(file: labels.predicate)
        let problems = context.problems.map { problem in
            var placed = problem
            placed.place = place
            return placed
        }
        if !problems.isEmpty { throw DiagnosticError(problems) }
        if let problem = context.nameProblem {
            throw DiagnosticError(
                "taken-name",
                at: namePlace,
                problem,
                fix: "give the query another name",
                status: .usage
            )
        }
        return (context, form?.form.shape ?? QueryShape())
    }

    /// Returns the method's name and its position for errors.
    private func checkedName(_ form: FormFile?) throws -> (String, Diagnostic.Place?) {
        let isOfForm = name.isEmpty && form != nil
        let place =
            isOfForm ? form?.place(ofKey: "name") : Diagnostic.Place(file: labels.name)
        if isOfForm, form?.form.name == nil {
            throw DiagnosticError(
                "missing-name",
                at: place,
                "the query has no method name",
                fix: "give --name, or add \"name\" to the form",
                status: .usage
            )
        }
        let found = isOfForm ? form?.form.name ?? "" : name
        try checkName(found, of: "method", "bad-name", at: place)
        return (found, place)
    }
}
