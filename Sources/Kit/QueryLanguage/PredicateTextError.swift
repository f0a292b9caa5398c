package import Diagnostics

/// Why predicate text cannot be understood, and where.
package struct PredicateTextError: Error, Sendable {
    package var id: String
    package var position: SourcePosition
    package var problem: String
    package var expected: String?
    package var fix: String?

    package init(
        _ id: String,
        _ position: SourcePosition,
        _ problem: String,
        expected: String? = nil,
        fix: String? = nil
    ) {
        self.id = id
        self.position = position
        self.problem = problem
        self.expected = expected
        self.fix = fix
    }

    /// The finding with its place in `text`; `file` is what the place is called, `--predicate` say.
    package func diagnostic(in text: String, file: String) -> Diagnostic {
        let (line, column) = position.lineAndColumn(in: text)
        return Diagnostic(
            id,
            at: Diagnostic.Place(file: file, line: line, column: column),
            problem,
            expected: expected,
            fix: fix
        )
    }
}
