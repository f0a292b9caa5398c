package import Diagnostics
import YAMLFields
import Yams

/// Reads an instrument from YAML. All findings come at once, each with its line.
package enum InstrumentReader {
    package static func read(
        _ text: String,
        file: String
    ) throws(DiagnosticError) -> Instrument {
        let reading = InstrumentReading(file: file)
        let instrument = reading.root(text).flatMap(reading.instrument)
        guard let instrument, reading.findings.isEmpty else {
            throw DiagnosticError(reading.findings)
        }
        return instrument
    }
}

/// One reading: the findings so far, and how a value of each kind is read.
final class InstrumentReading {
    let file: String
    private(set) var findings: [Diagnostic] = []

    init(file: String) { self.file = file }

    func root(_ text: String) -> Node? {
        do {
            if let mark = try YAMLExpansion.excess(in: text) {
                findings.append(
                    Diagnostic(
                        "aliases",
                        at: .init(file: file, line: mark.line, column: mark.column),
                        "more than \(YAMLExpansion.limit) values with its aliases written out",
                        fix: YAMLExpansion.advice
                    )
                )
                return nil
            }
            if let node = try compose(yaml: text) { return node }
            error(nil, "the file is empty", expected: "an instrument")
        } catch let problem as YamlError {
            let line: Int? =
                switch problem {
                case .scanner(_, _, let mark, _), .parser(_, _, let mark, _),
                    .composer(_, _, let mark, _):
                    mark.line
                default: nil
                }
            findings.append(
                Diagnostic("yaml", at: .init(file: file, line: line), "no readable YAML")
            )
        } catch {
            findings.append(Diagnostic("yaml", at: .init(file: file), "no readable YAML"))
        }
        return nil
    }

    func error(_ node: Node?, _ problem: String, expected: String? = nil, fix: String? = nil) {
        let place = Diagnostic.Place(
            file: file,
            line: node?.mark?.line,
            column: node?.mark?.column
        )
        findings.append(
            Diagnostic("instrument", at: place, problem, expected: expected, fix: fix)
        )
    }

    /// The members of a mapping; a key that is none of `known` is an error.
    func members(_ node: Node, of what: String, known: [String]) -> [String: Node]? {
        guard let mapping = node.mapping else {
            error(node, "\(what) is no mapping", expected: "keys and values")
            return nil
        }
        var result: [String: Node] = [:]
        for (key, value) in mapping {
            guard let name = key.string, known.contains(name) else {
                let name = key.string ?? "?"
                error(
                    key,
                    "\(what) has the key \"\(name)\", which is not known",
                    fix: suggestion(for: name, among: known)
                )
                continue
            }
            result[name] = value
        }
        return result
    }

    func text(_ members: [String: Node], _ key: String, of what: String, in node: Node) -> String {
        guard let value = members[key] else {
            error(node, "\(what) has no \"\(key)\"", expected: "a text")
            return ""
        }
        guard let text = value.string, !text.isEmpty else {
            error(value, "\"\(key)\" is no text", expected: "a text")
            return ""
        }
        return text
    }

    func number(_ node: Node?, _ key: String) -> Double? {
        guard let node else { return nil }
        if let number = node.float ?? node.int.map(Double.init), number.isFinite { return number }
        error(node, "\"\(key)\" is no number", expected: "a number")
        return nil
    }

    func integer(_ node: Node?, _ key: String, from least: Int) -> Int? {
        guard let node else { return nil }
        if let number = node.int, number >= least { return number }
        error(node, "\"\(key)\" is no whole number from \(least) on", expected: "a whole number")
        return nil
    }

    func flag(_ node: Node?, _ key: String) -> Bool {
        guard let node else { return false }
        if let flag = node.bool { return flag }
        error(node, "\"\(key)\" is neither true nor false", expected: "true or false")
        return false
    }

    func elements(_ node: Node?, _ key: String) -> [Node] {
        guard let node else { return [] }
        if let sequence = node.sequence { return Array(sequence) }
        error(node, "\"\(key)\" is no list", expected: "a list")
        return []
    }

    /// One of the cases of an enum, by its raw value.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ node: Node,
        _ key: String,
        _: Choice.Type
    ) -> Choice? where Choice.RawValue == String {
        if let choice = node.string.flatMap(Choice.init(rawValue:)) { return choice }
        let known = Choice.allCases.map(\.rawValue)
        error(
            node,
            "\"\(key)\" is \"\(node.string ?? "")\"",
            expected: "one of \(known.joined(separator: ", "))",
            fix: suggestion(for: node.string ?? "", among: known)
        )
        return nil
    }
}
