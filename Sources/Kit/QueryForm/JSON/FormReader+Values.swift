import JSON
import QueryLanguage

extension FormReader {
    mutating func value(_ node: JSONNode, _ key: String) -> FormValue {
        switch key {
        case "parameter":
            let name = string(node, key) ?? "value"
            if readExpression("$\(name)").node?.kind != .variable(name), node.string != nil {
                report(
                    "bad-name",
                    node.offset,
                    "\"\(name)\" cannot be the name of a parameter",
                    expected: "a letter followed by letters, digits or underscores"
                )
            }
            return .parameter(name)
        case "otherAttribute": return .attribute(path(node, key))
        case "date":
            guard let text = string(node, key) else { return .date(0) }
            if let seconds = seconds(ofISO: text) { return .date(seconds) }
            report(
                "bad-date",
                node.offset,
                "\"\(text)\" is not a date",
                expected:
                    "a day such as 2020-01-31, or a time in whole seconds such as 2020-01-31T12:00:00Z"
            )
            return .date(0)
        case "daysFromNow":
            var found = node.words
            if case .integer(let days) = node.kind {
                if relativeDays.contains(days) { return .now(days: days) }
                found = "\(days)"
            }
            report(
                "bad-date",
                node.offset,
                "\"daysFromNow\" is \(found)",
                expected:
                    "a whole number from \(relativeDays.lowerBound) to \(relativeDays.upperBound)"
            )
            return .now(days: 0)
        case "list": return .list(list(node, key).map { element($0) })
        default: return literal(node)
        }
    }

    mutating func element(_ node: JSONNode) -> FormValue {
        if case .object(let members) = node.kind, let member = members.first, members.count == 1,
            ["date", "parameter"].contains(member.key)
        {
            return value(member.value, member.key)
        }
        return literal(node)
    }

    mutating func literal(_ node: JSONNode) -> FormValue {
        switch node.kind {
        case .null: return .literal(.null)
        case .boolean(let value): return .literal(.boolean(value))
        case .integer(let number): return .literal(.integer(number))
        case .real(let number): return .literal(.real(number))
        case .string(let text): return .literal(.string(text))
        case .object(let members):
            guard members.count == 1, let member = members.first else { break }
            switch (member.key, member.value.kind) {
            case ("real", .integer(let number)): return .literal(.real(Double(number)))
            case ("real", .real(let number)): return .literal(.real(number))
            case ("integer", .string(let digits)):
                if let number = Int64(digits) { return .literal(.integer(number)) }
            default: break
            }
        case .list: break
        }
        report(
            "bad-form",
            node.offset,
            "a value cannot be \(node.words)",
            expected: "a string, a number, true, false or null"
        )
        return .literal(.null)
    }

    /// Returns the keys of a key path, such as `country` and `name` for `country.name`. Reports a
    /// value that cannot be a key path in a predicate, and returns an empty array for it.
    mutating func path(_ node: JSONNode, _ key: String) -> [String] {
        guard let text = string(node, key) else { return [] }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let path = keys(parts)
        let isPath =
            readExpression(ExpressionNode(.keyPath(path)).text).node?.kind == .keyPath(path)
        if isPath, !text.isEmpty { return parts }
        report(
            "bad-key-path",
            node.offset,
            "\"\(text)\" is not an attribute",
            expected: "property names separated by periods, such as country.name"
        )
        return []
    }
}
