import QueryLanguage
import Schema

/// The request in words, for the comment of generated code and the head of a form.
func sentence(for request: QueryRequest, in schema: Schema) -> String {
    let plural = pluralName(request.entity)
    var text = plural.prefix(1).uppercased() + plural.dropFirst()
    if let predicate = request.predicate { text += " " + clause(predicate, isNegated: false) }
    if !request.sorts.isEmpty {
        text += ", by " + request.sorts.map(words).joined(separator: ", then by ")
    }
    return text + "."
}

private func words(_ sort: QueryRequest.Sort) -> String {
    words(forPath: sort.path) + (sort.isDescending ? " descending" : "")
}

private func clause(_ predicate: PredicateNode, isNegated: Bool) -> String {
    switch predicate {
    case .constant(let value): value != isNegated ? "without condition" : "that cannot be"
    case .comparison(let comparison): words(for: comparison, isNegated: isNegated)
    case .not(let inner): clause(inner, isNegated: !isNegated)
    case .and(let parts): joined(parts, isNegated ? " or " : " and ", isNegated)
    case .or(let parts): joined(parts, isNegated ? " and " : " or ", isNegated)
    }
}

private func joined(_ parts: [PredicateNode], _ separator: String, _ isNegated: Bool) -> String {
    parts.map { part in
        let text = clause(part, isNegated: isNegated)
        switch part {
        case .and, .or: return "(\(text))"
        default: return text
        }
    }.joined(separator: separator)
}

private func words(for comparison: Comparison, isNegated: Bool) -> String {
    let subject = words(for: comparison.left)
    var text = "\(quantified(subject, comparison)) "
    text += predicateWords(comparison, isNegated: isNegated)
    let ignored =
        (comparison.options.contains(.caseInsensitive) ? ["case"] : [])
        + (comparison.options.contains(.diacriticInsensitive) ? ["diacritics"] : [])
    if !ignored.isEmpty { text += ", ignoring \(ignored.joined(separator: " and "))" }
    return text
}

/// `whose name`, `any of whose books' title`.
private func quantified(_ subject: String, _ comparison: Comparison) -> String {
    if case .keyPath(let keys) = comparison.left.kind, keys.isEmpty { return "which" }
    return comparison.quantifier.map { "\($0.rawValue.lowercased()) of whose \(subject)" }
        ?? "whose \(subject)"
}

private func predicateWords(_ comparison: Comparison, isNegated: Bool) -> String {
    let isNull = comparison.right.kind == .literal(.null)
    let object = words(for: comparison.right)
    switch (comparison.operator, isNegated) {
    case (.equal, false) where isNull, (.notEqual, true) where isNull: return "is missing"
    case (.equal, true) where isNull, (.notEqual, false) where isNull: return "is present"
    case (.equal, false), (.notEqual, true): return "is \(object)"
    case (.equal, true), (.notEqual, false): return "is not \(object)"
    case (.less, _): return "is \(isNegated ? "not " : "")less than \(object)"
    case (.lessOrEqual, _): return "is \(isNegated ? "not " : "")at most \(object)"
    case (.greater, _): return "is \(isNegated ? "not " : "")greater than \(object)"
    case (.greaterOrEqual, _): return "is \(isNegated ? "not " : "")at least \(object)"
    case (.beginsWith, _): return "\(isNegated ? "does not begin" : "begins") with \(object)"
    case (.endsWith, _): return "\(isNegated ? "does not end" : "ends") with \(object)"
    case (.contains, _): return "\(isNegated ? "does not contain" : "contains") \(object)"
    case (.like, _): return "\(isNegated ? "is not" : "is") like \(object)"
    case (.matches, _):
        return "\(isNegated ? "does not match" : "matches") the pattern \(object)"
    case (.isIn, _): return "is \(isNegated ? "not " : "")one of \(object)"
    case (.between, _): return "is \(isNegated ? "not " : "")between \(object)"
    }
}

private func words(for expression: ExpressionNode) -> String {
    switch expression.kind {
    case .keyPath(let keys): words(for: keys)
    case .variable(let name): "*\(name)*"
    case .path(let base, let keys): "\(words(for: base))'s \(words(for: keys))"
    case .literal(.string(let text)): "“\(text)”"
    case .literal(.boolean(let value)): value ? "true" : "false"
    case .literal(let literal): literal.text
    case .aggregate(let elements): elements.map(words).joined(separator: " and ")
    case .subquery(let collection, let name, let predicate):
        "\(words(for: collection)) *\(name)* \(clause(predicate, isNegated: false))"
    default: expression.text
    }
}

private func words(for keys: [PathKey]) -> String {
    if keys.isEmpty { return "record" }
    var words: [String] = []
    var suffix = ""
    for key in keys {
        switch key {
        case .collection(let op): suffix = suffixes[op] ?? ""
        default: words.append(key.text)
        }
    }
    let path = words.joined(separator: "'s ")
    return suffix.isEmpty ? path : "\(suffix) of \(path)"
}

private let suffixes: [CollectionOperator: String] = [
    .count: "number", .sum: "sum", .average: "average", .minimum: "least", .maximum: "greatest",
]

private func words(forPath path: [String]) -> String {
    path.isEmpty ? "record" : path.joined(separator: "'s ")
}
