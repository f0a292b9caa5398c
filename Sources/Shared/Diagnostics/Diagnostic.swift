/// A problem with its position and a suggested fix.
///
/// All parsers in the repository report problems as diagnostics, and all commands print them with
/// ``render(_:)``. All messages therefore have the same format.
package struct Diagnostic: Sendable, Hashable, Codable {
    package enum Severity: String, Sendable, Codable, CaseIterable {
        case error, warning, note
    }

    /// A position in a text file. Lines and columns start at 1; columns count Unicode scalars.
    package struct Place: Sendable, Hashable, Codable {
        package var file: String
        package var line: Int?
        package var column: Int?

        package init(file: String, line: Int? = nil, column: Int? = nil) {
            self.file = file
            self.line = line
            self.column = column
        }
    }

    /// Stable identifier in kebab case, such as `unknown-check`.
    package var id: String
    package var severity: Severity
    package var place: Place?
    /// The problem, as one clause in lowercase without a period: `the study has no condition "b"`.
    package var problem: String
    /// Description of a valid value, as a noun phrase: `a number of seconds`.
    package var expected: String?
    /// Suggested fix, as an instruction or a question: `did you mean "delete"?`.
    package var fix: String?

    package init(
        _ id: String,
        severity: Severity = .error,
        at place: Place? = nil,
        _ problem: String,
        expected: String? = nil,
        fix: String? = nil
    ) {
        self.id = id
        self.severity = severity
        self.place = place
        self.problem = problem
        self.expected = expected
        self.fix = fix
    }
}

/// An error that ends an operation. It contains diagnostics, and the exit status of the command.
package struct DiagnosticError: Error, Sendable {
    package var diagnostics: [Diagnostic]
    package var status: ExitStatus

    package init(_ diagnostics: [Diagnostic], status: ExitStatus = .data) {
        self.diagnostics = diagnostics
        self.status = status
    }

    package init(
        _ id: String,
        at place: Diagnostic.Place? = nil,
        _ problem: String,
        expected: String? = nil,
        fix: String? = nil,
        status: ExitStatus = .data
    ) {
        self.init(
            [Diagnostic(id, at: place, problem, expected: expected, fix: fix)],
            status: status
        )
    }
}

extension DiagnosticError: CustomStringConvertible {
    package var description: String { render(diagnostics) }
}

/// Exit statuses of `evalrun` and `cdgen`. All except ``findings`` are from BSD's `sysexits.h`.
package enum ExitStatus: Int32, Sendable {
    /// The command has completed its check and has found problems.
    case findings = 1
    case usage = 64
    case data = 65
    case noInput = 66
    case unavailable = 69
    case software = 70
    case cannotCreate = 73
    case inputOutput = 74
    case tryAgain = 75
    case noPermission = 77
    case configuration = 78

    /// Whether the same command may succeed later, although nobody corrects anything.
    package var isTemporary: Bool { self == .unavailable || self == .tryAgain }
}
