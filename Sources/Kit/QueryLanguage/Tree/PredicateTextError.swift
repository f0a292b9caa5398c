package import Diagnostics

/// An error or warning about a range of a predicate's text.
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

    /// Converts the error into a diagnostic with its line and column in `text`.
    ///
    /// - Parameter file: the name that the diagnostic shows in place of a file name, for example
    ///   `--predicate`.
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
