package import Diagnostics
package import Yams

/// A value in a YAML file, with its position and its name in messages.
package struct Entry {
    package let node: Node
    package let file: String
    /// Name in messages, such as `"time_limit" of task "generate"`.
    package let name: String
    /// A description of valid values, as a noun phrase.
    package let expected: String
    package let findings: DiagnosticList
    let source: YAMLSource

    /// Returns an entry for a node inside this value.
    func part(_ node: Node, called name: String, expected: String) -> Entry {
        Entry(
            node: node,
            file: file,
            name: name,
            expected: expected,
            findings: findings,
            source: source
        )
    }

    package var place: Diagnostic.Place {
        .init(file: file, line: node.mark?.line, column: node.mark?.column)
    }

    /// Whether the value is missing: an empty scalar or `~` without quotation marks.
    package var isNothing: Bool {
        guard case .scalar(let scalar) = node, scalar.style == .plain else { return false }
        return scalar.string.isEmpty || scalar.string == "~"
    }

    package var isList: Bool { if case .sequence = node { true } else { false } }
    package var isMapping: Bool { if case .mapping = node { true } else { false } }
    package var isEmptyMapping: Bool { node.mapping?.isEmpty ?? false }

    /// The scalar as written; nil if the value is not a scalar. Does not report an error.
    package var scalar: String? { node.scalar?.string }

    /// Whether the value is a scalar without quotation marks, or between single quotes. In such a
    /// scalar, a backslash has no special meaning.
    package var isUnescaped: Bool {
        guard case .scalar(let scalar) = node else { return false }
        return scalar.style == .plain || scalar.style == .singleQuoted
    }

    /// Returns the scalar as written, without interpreting values such as `yes`, `1.0` or
    /// `2020-05-02`. Returns nil after reporting an empty scalar or a value of another type.
    package func text() -> String? {
        guard case .scalar(let scalar) = node else {
            report("\(name) is \(kind)")
            return nil
        }
        if scalar.string.isEmpty {
            report("\(name) is empty")
            return nil
        }
        return scalar.string
    }

    /// Returns the elements of a list. Reports an empty list, and any value that is not a list.
    package func members(_ member: String, expected: String) -> [Entry] {
        guard case .sequence(let sequence) = node else {
            report("\(name) is \(kind)")
            return []
        }
        if sequence.isEmpty { report("\(name) is an empty list", id: "empty-list") }
        return listed(member, expected: expected)
    }

    /// Returns the elements of a list. Returns an empty array for any other value, without
    /// reporting it.
    package func listed(_ member: String, expected: String) -> [Entry] {
        guard case .sequence(let sequence) = node else { return [] }
        return sequence.map { part($0, called: member, expected: expected) }
    }

    /// Returns the keys and values of a mapping with arbitrary keys. Reports any value that is not
    /// a mapping.
    ///
    /// - Parameter called: returns the name that messages use for the value of a key.
    package func pairs(
        expected: String,
        called: (String) -> String
    ) -> [(key: Entry, value: Entry)] {
        guard case .mapping(let mapping) = node else {
            report("\(name) is \(kind)")
            return []
        }
        return mapping.map { key, value in
            (
                part(key, called: "a key of \(name)", expected: "text"),
                part(value, called: called(key.scalar?.string ?? ""), expected: expected)
            )
        }
    }

    /// Returns whether the scalar is one of `names`. Reports any other scalar, and suggests the
    /// most similar name.
    package func isOne(of names: [String], called noun: String) -> Bool {
        guard let text = text() else { return false }
        if names.contains(text) { return true }
        findings.error(
            "wrong-type",
            at: place,
            "no \(noun) is named \(quoted(text))",
            expected: expected == "text" ? nil : expected,
            fix: suggestion(for: text, among: names)
        )
        return false
    }

    /// Returns the scalar as a finite number. Returns nil after reporting any other value.
    package func number() -> Double? { converted { Double($0).flatMap { $0.isFinite ? $0 : nil } } }

    package func integer(from least: Int = .min) -> Int? {
        converted { Int($0).flatMap { $0 >= least ? $0 : nil } }
    }

    package func flag() -> Bool? { converted { ["true": true, "false": false][$0] } }

    /// Returns the enum case whose raw value is the scalar. Returns nil after reporting any other
    /// scalar.
    package func choice<Value: RawRepresentable & CaseIterable>(_: Value.Type) -> Value?
    where Value.RawValue == String {
        guard let text = text() else { return nil }
        if let value = Value(rawValue: text) { return value }
        let names = Value.allCases.map(\.rawValue)
        let isListed = names.allSatisfy { expected.contains($0) }
        let isUnlike = nearestName(to: text, among: names) == nil
        report(
            "\(name) is \(quoted(text))",
            fix: isListed && isUnlike ? nil : suggestion(for: text, among: names)
        )
        return nil
    }

    /// Returns the scalar converted by `conversion`. Returns nil after reporting a scalar that
    /// cannot be converted.
    package func converted<Value>(_ conversion: (String) -> Value?) -> Value? {
        guard let text = text() else { return nil }
        if let value = conversion(text) { return value }
        report("\(name) is \(quoted(text))")
        return nil
    }

    /// Warns if YAML probably read the end of the text as a comment, as in `title: Task #1`. If the
    /// value is a list, checks its elements.
    package func warnOfLostText() {
        for element in listed("a member of \(name)", expected: expected) {
            element.warnOfLostText()
        }
        guard case .scalar(let scalar) = node, let lost = source.lostText(after: scalar) else {
            return
        }
        findings.warning(
            "lost-text",
            at: .init(file: file, line: lost.line, column: lost.column),
            "\(name) is \(kind), because YAML reads \(quoted(lost.text)) as a comment",
            fix: "put quotes around the whole text; if this is a comment, write a space after \"#\""
        )
    }

    /// Warns if an unquoted text is between curly quotes, as in `title: “Task”`. YAML reads curly
    /// quotes as part of the text. If the value is a list, checks its elements.
    func warnOfCurlyQuotes() {
        for element in listed("a member of \(name)", expected: expected) {
            element.warnOfCurlyQuotes()
        }
        guard case .scalar(let scalar) = node, scalar.style == .plain, scalar.string.count > 1,
            let first = scalar.string.first, let last = scalar.string.last,
            "“„‘‚".contains(first), "”“’‘".contains(last),
            !scalar.string.dropFirst().dropLast().contains(where: { "“”„".contains($0) })
        else { return }
        findings.warning(
            "curly-quotes",
            at: place,
            "\(name) is \(kind): YAML reads these curly quotes as part of the text",
            fix: "write straight quotes instead; to keep the curly quotes, put straight quotes "
                + "around them"
        )
    }

    package func report(_ problem: String, id: String = "wrong-type", fix: String? = nil) {
        findings.error(id, at: place, problem, expected: expected, fix: fix)
    }

    /// Reports that the key has no effect. The message does not describe valid values, because
    /// every value is an error.
    package func reportUseless(_ problem: String, fix: String) {
        findings.error("useless-key", at: place, problem, fix: fix)
    }

    package var kind: String {
        switch node {
        case .scalar(let scalar): isNothing ? "empty" : quoted(scalar.string)
        case .sequence: "a list"
        case .mapping: "a mapping"
        case .alias: "an alias"
        }
    }
}

/// Returns the text in quotation marks for a message. The text is shortened and on one line.
package func quoted(_ text: String) -> String {
    let line = text.prefix(60).map { $0.isNewline ? " " : String($0) }.joined()
    let shown = String(
        String.UnicodeScalarView(line.unicodeScalars.map { $0.value < 32 ? "\u{FFFD}" : $0 })
    )
    return "\"\(shown)\(text.count > 60 ? "…" : "")\""
}
