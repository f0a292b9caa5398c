import Diagnostics
import XML

/// A diagnostic whose position is a byte offset in the source.
struct ModelFinding {
    /// A suggested fix: a fixed text, or a name similar to an unknown name. The search for a
    /// similar name runs only when the finding is converted to a `Diagnostic`.
    enum Remedy: ExpressibleByStringInterpolation {
        case text(String)
        /// Suggests the candidate that is most similar to the unknown name. There is no fix if no
        /// candidate is similar.
        case near(String, [String])
        /// Suggests the candidate that is most similar to the unknown name. If no candidate is
        /// similar, lists the candidates.
        case nearOrListed(String, [String])

        init(stringLiteral text: String) { self = .text(text) }
    }

    var offset: Int
    var id: String
    var severity: Diagnostic.Severity
    var problem: String
    var expected: String?
    var fix: Remedy?

    init(
        _ id: String,
        _ severity: Diagnostic.Severity = .error,
        at offset: Int,
        _ problem: String,
        expected: String? = nil,
        fix: Remedy? = nil
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
            fix: fault.fix.map { .text($0) }
        )
    }

    func diagnostic(in source: SourceText) -> Diagnostic {
        Diagnostic(
            id,
            severity: severity,
            at: source.place(at: offset),
            shortened(problem),
            expected: expected,
            fix: fix?.words.map(shortened)
        )
    }

    /// Returns `text` with a limited length, because a malicious file can contain names and values
    /// of any length.
    private func shortened(_ text: String) -> String {
        text.utf8.count > 600 ? text.prefix(300) + " … " + text.suffix(200) : text
    }
}

extension ModelFinding.Remedy {
    fileprivate var words: String? {
        switch self {
        case .text(let text): return text
        case .near(let name, let candidates):
            guard isShort(name) else { return nil }
            let near = nearestName(to: name, among: candidates.prefix(500).filter(isShort))
            return near.map { "did you mean \"\($0)\"?" }
        case .nearOrListed(let name, let candidates):
            guard isShort(name) else { return nil }
            return suggestion(for: name, among: candidates.prefix(500).filter(isShort))
        }
    }

    private func isShort(_ name: String) -> Bool { name.utf8.count <= 80 }
}

/// Findings about one file. Contains the first 1,000 findings, and the number of further findings.
struct ModelFindings {
    static let most = 1_000
    /// Maximum number of findings that may suggest similar names. It is limited because searching
    /// for similar names takes time.
    static let mostRemedies = 100

    private(set) var all: [ModelFinding] = []
    private var left: (count: Int, worst: Diagnostic.Severity, offset: Int)?

    var isFull: Bool { all.count >= ModelFindings.most }

    mutating func append(_ finding: ModelFinding) {
        guard isFull else { return all.append(finding) }
        let worst = left?.worst == .error || finding.severity == .error
        left = ((left?.count ?? 0) + 1, worst ? .error : .warning, left?.offset ?? finding.offset)
    }

    mutating func report(
        _ id: String,
        _ severity: Diagnostic.Severity = .error,
        at offset: Int,
        _ problem: String,
        expected: String? = nil,
        fix: ModelFinding.Remedy? = nil
    ) {
        append(ModelFinding(id, severity, at: offset, problem, expected: expected, fix: fix))
    }

    static func += (findings: inout ModelFindings, more: [ModelFinding]) {
        for finding in more { findings.append(finding) }
    }

    /// Returns the findings as diagnostics, sorted by position in the file.
    func diagnostics(in source: SourceText) -> [Diagnostic] {
        let sorted = all.enumerated()
            .sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
        var result = sorted.enumerated().map { position, item in
            var finding = item.element
            if position >= ModelFindings.mostRemedies, case .text? = finding.fix {
                return finding.diagnostic(in: source)
            }
            if position >= ModelFindings.mostRemedies { finding.fix = nil }
            return finding.diagnostic(in: source)
        }
        if let left {
            result.append(
                Diagnostic(
                    "more-findings",
                    severity: left.worst,
                    at: source.place(at: left.offset),
                    "\(counted(left.count, "more finding is", "more findings are")) not listed; from this line on, unknown elements and XML attributes are ignored",
                    fix: "correct the listed problems and read the model again"
                )
            )
        }
        return result
    }
}
