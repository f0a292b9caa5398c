import Diagnostics
import Yams

/// A value in a study file, with its name in messages and its place.
struct Entry {
    let node: Node
    let file: String
    /// As in `"time_limit" of task "generate"`.
    let name: String
    /// A valid value, as a noun phrase.
    let expected: String
    let findings: DiagnosticList

    var place: Diagnostic.Place {
        .init(file: file, line: node.mark?.line, column: node.mark?.column)
    }

    /// No value: an empty one, or `~`.
    var isNothing: Bool {
        guard case .scalar(let scalar) = node, scalar.style == .plain else { return false }
        return scalar.string.isEmpty || scalar.string == "~"
    }

    var isList: Bool { if case .sequence = node { true } else { false } }
    var isEmptyMapping: Bool { node.mapping?.isEmpty ?? false }

    /// The scalar as written, without reporting its absence.
    var scalar: String? { node.scalar?.string }

    /// The scalar as it is written, never interpreted: `yes`, `1.0` and `2020-05-02` are text.
    func text() -> String? {
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

    /// The members of a list; an empty list and anything else is reported.
    func members(_ member: String, expected: String) -> [Entry] {
        guard case .sequence(let sequence) = node else {
            report("\(name) is \(kind)")
            return []
        }
        if sequence.isEmpty { report("\(name) is an empty list", id: "empty-list") }
        return listed(member, expected: expected)
    }

    /// The members of a list, without reporting its absence.
    func listed(_ member: String, expected: String) -> [Entry] {
        guard case .sequence(let sequence) = node else { return [] }
        return sequence.map {
            Entry(node: $0, file: file, name: member, expected: expected, findings: findings)
        }
    }

    /// The scalar, converted; what does not convert is reported.
    func converted<Value>(_ conversion: (String) -> Value?) -> Value? {
        guard let text = text() else { return nil }
        if let value = conversion(text) { return value }
        report("\(name) is \(quoted(text))")
        return nil
    }

    func report(_ problem: String, id: String = "wrong-type", fix: String? = nil) {
        findings.error(id, at: place, problem, expected: expected, fix: fix)
    }

    var kind: String {
        switch node {
        case .scalar(let scalar): isNothing ? "empty" : quoted(scalar.string)
        case .sequence: "a list"
        case .mapping: "a mapping"
        case .alias: "an alias"
        }
    }
}

/// Text between quotation marks, on one line and not too long for a message.
func quoted(_ text: String) -> String {
    let line = text.prefix(60).map { $0.isNewline ? " " : String($0) }.joined()
    let shown = String(
        String.UnicodeScalarView(line.unicodeScalars.map { $0.value < 32 ? "\u{FFFD}" : $0 })
    )
    return "\"\(shown)\(text.count > 60 ? "…" : "")\""
}
