import Diagnostics
import JSON
import QueryForm
import QueryLanguage

/// One line of the batch file: a predicate, with all data for its evaluation.
struct PredicateCase {
    var format: String
    var arguments: [QueryValue] = []
    var object: QueryValue = .null
    var bindings: [String: QueryValue] = [:]
}

extension PredicateCase {
    /// Reads a JSON object with the key "format" and the optional keys "args", "object" and
    /// "bindings".
    init(line: String) throws(PredicateFailure) {
        let value: QueryValue
        do {
            value = try QueryValue(json: line)
        } catch {
            throw PredicateFailure(problem: "this line is not JSON: \(error.problem)", error.offset)
        }
        guard let fields = value.members, case .string(let format)? = fields["format"] else {
            throw PredicateFailure(
                problem: "this line is not a JSON object with the key \"format\"",
                0
            )
        }
        self.format = format
        object = fields["object"] ?? .null
        arguments = try given(fields["args"], "args", "a list", \.elements) ?? []
        bindings = try given(fields["bindings"], "bindings", "an object", \.members) ?? [:]
    }

    /// Returns the canonical text of the predicate. For an expression that is not a predicate, such
    /// as the expression of a derived attribute, returns the canonical text with a warning.
    func parsed() throws(PredicateFailure) -> PredicateOutcome {
        if let value = readExpression(format).node {
            let warning = PredicateTextError(
                "value",
                SourceRange(),
                "this is a value, not a predicate: it contains no comparison"
            )
            return PredicateOutcome(value: nil, canonical: value.text, warnings: [warning])
        }
        let (predicate, warnings) = try bound()
        return PredicateOutcome(value: nil, canonical: predicate.text, warnings: warnings)
    }

    func evaluated() throws(PredicateFailure) -> PredicateOutcome {
        let (predicate, warnings) = try bound()
        do {
            let value = try predicate.holds(for: object, variables: bindings)
            return PredicateOutcome(value: value, canonical: predicate.text, warnings: warnings)
        } catch {
            throw PredicateFailure(format: format, [error])
        }
    }

    func diagnostics(
        _ findings: [PredicateTextError],
        _ severity: Diagnostic.Severity
    ) -> [Diagnostic] {
        findings.map { $0.diagnostic(in: format, file: "predicate", severity: severity) }
    }

    private func bound() throws(PredicateFailure) -> (PredicateNode, [PredicateTextError]) {
        let reading = readPredicate(format)
        guard let node = reading.node else {
            throw PredicateFailure(format: format, reading.errors)
        }
        var warnings = reading.warnings
        if arguments.count > reading.placeholderCount {
            warnings.append(
                PredicateTextError(
                    "unused-arguments",
                    SourceRange(),
                    "the number of arguments is \(arguments.count), but the predicate has "
                        + counted(reading.placeholderCount, "placeholder")
                )
            )
        }
        // Without arguments and without an object, the placeholders are kept.
        if arguments.isEmpty, reading.placeholderCount > 0, case .null = object {
            return (node, warnings)
        }
        do {
            return (try node.bound(to: arguments), warnings)
        } catch {
            throw PredicateFailure(format: format, [error])
        }
    }
}

/// The result of parsing or evaluating a predicate.
struct PredicateOutcome {
    var value: Bool?
    var canonical: String
    var warnings: [PredicateTextError]
    var failure: PredicateFailure?

    /// The result as plain text. It is `true` or `false` if the predicate was evaluated, and
    /// otherwise the canonical text.
    var text: String { value.map { "\($0)" } ?? canonical }

    /// The result as one line of a batch's output, in JSON.
    var line: String {
        var members: [(String, JSONNode)] = []
        if let failure {
            members = [("error", JSONNode(failure.problem)), ("column", JSONNode(failure.column))]
            if failure.line > 1 { members.append(("line", JSONNode(failure.line))) }
            if failure.errors.count > 1 {
                members.append(("errors", JSONNode(failure.errors.map(\.problem))))
            }
        } else {
            if let value { members.append(("value", JSONNode(value))) }
            members.append(("canonical", JSONNode(canonical)))
            if !warnings.isEmpty { members.append(("warnings", JSONNode(warnings.map(\.problem)))) }
        }
        return JSONNode(members).line
    }
}

/// The reason why a predicate could not be parsed or evaluated.
struct PredicateFailure: Error {
    var errors: [PredicateTextError]
    var problem: String
    /// Line number in the text of the predicate, counted from 1. Always 1 if the input is not valid
    /// JSON.
    var line = 1
    var column: Int

    init(format: String, _ errors: [PredicateTextError]) {
        self.errors = errors
        let first = errors.first
        problem =
            first.map { error in
                [error.problem, error.expected.map { "expected \($0)" }, error.fix]
                    .compactMap { $0 }.joined(separator: "; ")
            } ?? "the predicate cannot be read"
        (line, column) = first?.range.lineAndColumn(in: format) ?? (1, 1)
    }

    init(problem: String, _ offset: Int) {
        errors = []
        self.problem = problem
        column = offset + 1
    }
}

/// Returns the content of a field; nil if the field is missing or null.
///
/// - Throws: `PredicateFailure` if the field has another type.
private func given<Content>(
    _ value: QueryValue?,
    _ key: String,
    _ type: String,
    _ content: (QueryValue) -> Content?
) throws(PredicateFailure) -> Content? {
    guard let value else { return nil }
    if case .null = value { return nil }
    if let found = content(value) { return found }
    throw PredicateFailure(problem: "\"\(key)\" is not \(type)", 0)
}
