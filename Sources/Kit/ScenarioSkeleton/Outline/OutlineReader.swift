package import Diagnostics
import Scenarios
import YAMLFields

extension ScenarioOutline {
    /// Reads a file of scenarios: a state diagram in Mermaid's language or, if `file` ends in
    /// `.yml` or `.yaml`, an outline in YAML.
    ///
    /// - Parameters:
    ///   - text: Contents of the file.
    ///   - file: Name of the file, also used in messages.
    ///   - name: Name of the feature. If nil, uses the name in the outline or, if there is none,
    ///     the name of the file.
    /// - Throws: `DiagnosticError` that lists the errors in the file.
    package static func read(
        _ text: String,
        file: String,
        name: String? = nil
    ) throws(DiagnosticError) -> ScenarioOutline {
        let base = file.split(separator: "/").last.map(String.init) ?? file
        let title = name ?? base.split(separator: ".").first.map(String.init) ?? base
        let isYAML = [".yml", ".yaml"].contains { file.lowercased().hasSuffix($0) }
        let diagram: StateDiagram
        var ownName: String?
        if isYAML {
            (diagram, ownName) = try readYAML(text, file)
        } else {
            do { diagram = try StateDiagram(mermaid: text) } catch {
                throw DiagnosticError(
                    "scenario-diagram",
                    at: .init(file: file, line: error.line),
                    error.problem,
                    fix: error.fix
                )
            }
        }
        let words = name ?? ownName ?? title
        guard let typeName = scenarioTypeName(words) else {
            throw DiagnosticError(
                "scenario-name",
                at: .init(file: file),
                "\(quoted(words)) cannot be the name of a Swift type",
                fix: "give a name with --name"
            )
        }
        let outline = ScenarioOutline(diagram, name: typeName)
        let problems = outline.problems(in: file)
        if !problems.isEmpty { throw DiagnosticError(problems) }
        return outline
    }
}

extension Shape {
    fileprivate static let outline = Shape(
        "the outline",
        [
            may("name", "the name of the feature"),
            must("start", "the first state"),
            must("scenarios", "a list of scenarios"),
        ]
    )
    fileprivate static let scenario = Shape(
        "a scenario",
        [
            must("in", "a state"),
            must("on", "a message"),
            may("ask", "a list of queries with their replies, such as LoadCities → CitiesLoaded"),
            may("to", "a state, or a list of states"),
        ]
    )
}

private func readYAML(
    _ text: String,
    _ file: String
) throws(DiagnosticError) -> (StateDiagram, String?) {
    let findings = DiagnosticList()
    var diagram = StateDiagram(start: "", arrows: [])
    var name: String?
    let root = Entry(yaml: text, file: file, expected: "an outline", findings: findings)
    if let root, let fields = Fields(root, .outline) {
        name = fields.optionalText("name")
        diagram.start = fields["start"].flatMap(typeName) ?? ""
        for entry in fields.members("scenarios", called: "a scenario", expected: "a mapping") {
            if let fields = Fields(entry, .scenario) { diagram.arrows += arrows(fields) }
        }
    }
    if !findings.all.isEmpty { throw DiagnosticError(findings.sorted(main: file)) }
    return (diagram, name)
}

private func arrows(_ fields: Fields) -> [StateDiagram.Arrow] {
    guard let state = fields["in"].flatMap(typeName), let message = fields["on"].flatMap(typeName)
    else { return [] }
    let asks = fields.members(
        "ask",
        called: "a query",
        expected: "a query, or a query and its answer: LoadCities → CitiesLoaded"
    ).compactMap(ask)
    let to = fields["to"].map { $0.isList ? fields.members("to", expected: "a state") : [$0] } ?? []
    let states = to.compactMap(typeName)
    return (states.isEmpty ? [state] : states).map {
        .init(from: state, to: $0, message: message, asks: asks, line: fields.place.line ?? 1)
    }
}

/// Reads a query, such as `LoadCities`, or a query with its answer, such as `LoadCities →
/// CitiesLoaded`. Reports any other entry, and returns nil for it.
private func ask(_ entry: Entry) -> StateDiagram.Ask? {
    guard let text = entry.text() else { return nil }
    let parts = text.replacing("->", with: "→")
        .split(separator: "→", omittingEmptySubsequences: false).map(String.init)
    if parts.count > 2 {
        entry.report(
            "\(quoted(text)) does not have the form \"query → answer\"",
            fix: "write each query as a separate item of \"ask\""
        )
        return nil
    }
    let isBlank = parts.map { $0.allSatisfy(\.isWhitespace) }
    if isBlank[0] {
        entry.report(
            "\(quoted(text)) has no query",
            fix: parts.count == 1 ? "write the query" : "write the query before the arrow"
        )
        return nil
    }
    guard let query = name(of: "a query", parts[0], entry) else { return nil }
    if parts.count == 1 { return .init(query: query) }
    if isBlank[1] {
        entry.report(
            "\(quoted(text)) has no answer",
            fix: "either write the answer after the arrow, or omit the arrow to name the answer "
                + "\(query)Answer"
        )
        return nil
    }
    return name(of: "an answer", parts[1], entry).map { .init(query: query, reply: $0) }
}

private func typeName(_ entry: Entry) -> String? {
    entry.text().flatMap { name(of: "a Swift type", $0, entry) }
}

/// Converts the words in `text` to the name of a type. If this is impossible, reports the entry and
/// returns nil.
private func name(of meaning: String, _ text: String, _ entry: Entry) -> String? {
    if let name = scenarioTypeName(text) { return name }
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    entry.report(
        "\(quoted(words)) cannot be the name of \(meaning)",
        fix: "use letters, digits and spaces"
    )
    return nil
}
