package import Diagnostics

/// An error or a warning about a range of predicate text.
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

    /// Converts the error into a diagnostic with line and column in `text`.
    ///
    /// - Parameter file: the name that diagnostics show for the text, for example `--predicate`.
    package func diagnostic(
        in text: String,
        file: String,
        severity: Diagnostic.Severity = .error
    ) -> Diagnostic {
        Diagnostic(
            id,
            severity: severity,
            at: Diagnostic.Place(file: file, offset: Int(range.start), in: text),
            problem,
            expected: expected,
            fix: fix
        )
    }
}
