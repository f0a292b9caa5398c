import Diagnostics

/// A diagnostic whose place is still an offset in the source.
struct Finding {
    var offset: Int
    var id: String
    var severity: Diagnostic.Severity
    var problem: String
    var expected: String?
    var fix: String?

    init(
        _ id: String,
        _ severity: Diagnostic.Severity = .error,
        at offset: Int,
        _ problem: String,
        expected: String? = nil,
        fix: String? = nil
    ) {
        self.offset = offset
        self.id = id
        self.severity = severity
        self.problem = problem
        self.expected = expected
        self.fix = fix
    }

    init(_ fault: XMLFault) {
        self.init(
            fault.id,
            at: fault.offset,
            fault.problem,
            expected: fault.expected,
            fix: fault.fix
        )
    }

    func diagnostic(in source: SourceText) -> Diagnostic {
        Diagnostic(
            id,
            severity: severity,
            at: source.place(at: offset),
            problem,
            expected: expected,
            fix: fix
        )
    }
}

extension [Finding] {
    /// As diagnostics, in the order of the file.
    func diagnostics(in source: SourceText) -> [Diagnostic] {
        enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
            .map { $0.element.diagnostic(in: source) }
    }
}
