package import Diagnostics

/// An error or warning about a range of a predicate's text.
package struct PredicateTextError: Error, Sendable {
    package var id: String
    package var range: SourceRange
    package var problem: String
    package var expected: String?
    package var fix: String?
    /// The kind of advice in ``fix``, for which a form has its own words. Nil if a form shows
    /// ``fix`` unchanged.
    package var advice: Advice?

    package enum Advice: Sendable, Hashable {
        /// Write ANY or ALL before a to-many key path, or `@count` after the relationship.
        case quantifier
        /// Remove the quantifier.
        case noQuantifier
        /// Write a string in quotes.
        case quotes
        /// Write the subquery's variable before a key.
        case elementVariable
        /// Write YES or NO.
        case truthValue
        /// Write a date.
        case date
        /// Use a variable for the value.
        case variable
        /// Compare an attribute of this entity, or use a variable for the record.
        case record(entity: String)
    }

    package init(
        _ id: String,
        _ range: SourceRange,
        _ problem: String,
        expected: String? = nil,
        fix: String? = nil,
        advice: Advice? = nil
    ) {
        self.id = id
        self.range = range
        self.problem = problem
        self.expected = expected
        self.fix = fix
        self.advice = advice
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
