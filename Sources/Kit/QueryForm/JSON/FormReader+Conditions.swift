import Diagnostics
import JSON
import QueryLanguage

extension FormReader {
    mutating func condition(_ node: JSONNode, depth: Int) -> FormCondition? {
        guard case .object(let members) = node.kind else {
            report(
                "bad-form",
                node.offset,
                "a condition cannot be \(node.words)",
                expected: "an object"
            )
            return nil
        }
        let keys = members.map(\.key)
        let kinds = ["all", "any", "code", "attribute"].filter(keys.contains)
        guard kinds.count == 1, let kind = kinds.first else {
            report(
                "bad-form",
                node.offset,
                kinds.isEmpty
                    ? "this is not a condition"
                    : "a condition has \"\(kinds[0])\" or \"\(kinds[1])\", not both",
                expected: "exactly one of the keys \"attribute\", \"code\", \"all\", \"any\""
            )
            return nil
        }
        if kind == "all" || kind == "any" { return group(node, kind, depth) }
        offsets.append(node.offset)
        if offsets.count > conditionLimit {
            if offsets.count == conditionLimit + 1 {
                report(
                    "too-large",
                    node.offset,
                    "the form has more than \(conditionLimit) conditions",
                    fix: "replace several conditions with one condition that uses IN and a list"
                )
            }
            return nil
        }
        return kind == "code" ? code(node) : comparison(node)
    }

    mutating func group(_ node: JSONNode, _ kind: String, _ depth: Int) -> FormCondition? {
        if depth > groupLimit {
            report("too-deep", node.offset, "groups are nested deeper than \(groupLimit) levels")
            return nil
        }
        let parts = members(node, "a group", [kind, "not"])
        return .group(
            FormGroup(
                kind == "all" ? .all : .any,
                isNegated: boolean(parts["not"], "not"),
                list(parts[kind], kind).compactMap { condition($0, depth: depth + 1) }
            )
        )
    }

    mutating func code(_ node: JSONNode) -> FormCondition? {
        let parts = members(node, "a condition with the key \"code\"", ["code", "not"])
        guard let text = string(parts["code"], "code") else { return nil }
        return .code(FormCode(text, isNegated: boolean(parts["not"], "not")))
    }

    mutating func comparison(_ node: JSONNode) -> FormCondition? {
        let values = ["value", "date", "daysFromNow", "parameter", "otherAttribute", "list"]
        let parts = members(
            node,
            "a condition",
            ["quantifier", "attribute", "compare", "not", "ignoring"] + values
        )
        let attribute = parts["attribute"].map { path($0, "attribute") } ?? []
        let compared = compare(parts["compare"], node)
        let given = values.filter { parts[$0] != nil }
        if given.count != 1 {
            report(
                "bad-form",
                node.offset,
                given.isEmpty
                    ? "the condition has no value to compare with"
                    : "the condition has both \"\(given[0])\" and \"\(given[1])\"",
                expected: "exactly one of the keys "
                    + "\(values.map { "\"\($0)\"" }.joined(separator: ", "))"
            )
        }
        let value = given.first.flatMap { key in parts[key].map { self.value($0, key) } }
        let ignored = ignoring(parts["ignoring"])
        return .comparison(
            FormComparison(
                attribute,
                compared,
                value ?? .literal(.null),
                isNegated: boolean(parts["not"], "not"),
                ignoresCase: ignored.contains("case"),
                ignoresDiacritics: ignored.contains("diacritics"),
                quantifier: quantifier(parts["quantifier"])
            )
        )
    }

    mutating func compare(_ node: JSONNode?, _ owner: JSONNode) -> Comparison.Operator {
        guard let node else {
            report("missing-key", owner.offset, "the condition has no key \"compare\"")
            return .equal
        }
        guard let text = string(node, "compare") else { return .equal }
        let all = Comparison.Operator.allCases
        if let op = all.first(where: { $0.rawValue == text.uppercased() }) { return op }
        report(
            "unknown-comparison",
            node.offset,
            "\"\(text)\" is not a comparison operator",
            expected: all.map(\.rawValue).joined(separator: ", "),
            fix: nearestName(to: text, among: all.map(\.rawValue)).map { "did you mean \"\($0)\"?" }
        )
        return .equal
    }

    mutating func quantifier(_ node: JSONNode?) -> Comparison.Quantifier? {
        guard let node, let text = string(node, "quantifier") else { return nil }
        if let found = Comparison.Quantifier(rawValue: text.uppercased()) { return found }
        report(
            "bad-form",
            node.offset,
            "\"\(text)\" is not a quantifier",
            expected: "\"any\", \"all\" or \"none\""
        )
        return nil
    }

    mutating func ignoring(_ node: JSONNode?) -> [String] {
        list(node, "ignoring").compactMap { element in
            if let text = element.string, ["case", "diacritics"].contains(text) { return text }
            report(
                "bad-form",
                element.offset,
                "\"ignoring\" contains \(element.string.map { "\"\($0)\"" } ?? element.words)",
                expected: "\"case\" or \"diacritics\""
            )
            return nil
        }
    }
}
