package import Diagnostics

/// An error in predicate text, with its range. Also used for warnings.
package struct PredicateTextError: Error, Sendable {
    package var id: String
    package var range: SourceRange
    package var problem: String
    package var expected: String?
    package var fix: String?

    package init(
        _ id: String,
        _ range: SourceRange,
        _ problem: String,
        expected: String? = nil,
        fix: String? = nil
    ) {
        self.id = id
        self.range = range
        self.problem = problem
        self.expected = expected
        self.fix = fix
    }

    /// The finding with its place in `text`; `file` is the name of the place, for example
    /// `--predicate`.
    package func diagnostic(
        in text: String,
        file: String,
        severity: Diagnostic.Severity = .error
    ) -> Diagnostic {
        let (line, column) = range.lineAndColumn(in: text)
        return Diagnostic(
            id,
            severity: severity,
            at: Diagnostic.Place(file: file, line: line, column: column),
            problem,
            expected: expected,
            fix: fix
        )
    }
}
