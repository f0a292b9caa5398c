package import JSON
import QueryCompiler
import QueryLanguage

extension QueryForm {
    /// The form as JSON, in the format that the page <doc:FormFile> describes. Default values are
    /// omitted.
    package var json: JSONNode {
        var members: [JSONNode.Member] = []
        if let name { members.append(.init("name", JSONNode(name))) }
        members.append(.init("entity", JSONNode(entity)))
        if conditions != FormGroup() { members.append(.init("where", conditions.json)) }
        if !sorts.isEmpty { members.append(.init("sort", JSONNode(sorts.map(\.json)))) }
        if let limit { members.append(.init("limit", JSONNode(limit))) }
        if let offset { members.append(.init("offset", JSONNode(offset))) }
        if result != .list { members.append(.init("result", result.json)) }
        return JSONNode(.object(members))
    }
}

extension QueryRequest.Sort {
    fileprivate var json: JSONNode {
        let key = JSONNode(path.joined(separator: "."))
        return isDescending ? ["attribute": key, "descending": true] : ["attribute": key]
    }
}

extension QueryShape.Result {
    fileprivate var json: JSONNode {
        switch self {
        case .list: "list"
        case .first: "first"
        case .count: "count"
        case .attribute(let name): ["attribute": JSONNode(name)]
        case .aggregate(let op, let name):
            JSONNode(.object([.init(String(op.rawValue.dropFirst()), JSONNode(name))]))
        }
    }
}

extension FormGroup {
    package var json: JSONNode {
        var members = [JSONNode.Member(joining.rawValue, JSONNode(conditions.map(\.json)))]
        if isNegated { members.append(.init("not", true)) }
        return JSONNode(.object(members))
    }
}

extension FormCondition {
    package var json: JSONNode {
        switch self {
        case .group(let group): return group.json
        case .comparison(let comparison): return comparison.json
        case .code(let code):
            let text = JSONNode(code.text)
            return code.isNegated ? ["code": text, "not": true] : ["code": text]
        }
    }
}

extension FormComparison {
    fileprivate var json: JSONNode {
        var members: [JSONNode.Member] = []
        if let quantifier {
            members.append(.init("quantifier", JSONNode(quantifier.rawValue.lowercased())))
        }
        members.append(.init("attribute", JSONNode(attribute.joined(separator: "."))))
        members.append(.init("compare", JSONNode(`operator`.rawValue)))
        members.append(value.member)
        if isNegated { members.append(.init("not", true)) }
        let ignored =
            (ignoresCase ? [JSONNode("case")] : [])
            + (ignoresDiacritics ? [JSONNode("diacritics")] : [])
        if !ignored.isEmpty { members.append(.init("ignoring", JSONNode(ignored))) }
        return JSONNode(.object(members))
    }
}

extension FormValue {
    fileprivate var member: JSONNode.Member {
        switch self {
        case .attribute(let path): .init("otherAttribute", JSONNode(path.joined(separator: ".")))
        case .parameter(let name): .init("parameter", JSONNode(name))
        case .date(let seconds): .init("date", JSONNode(isoText(seconds)))
        case .now(let days): .init("daysFromNow", JSONNode(.integer(days)))
        case .list(let elements): .init("list", JSONNode(elements.map(\.element)))
        case .literal(let literal): .init("value", literal.json)
        }
    }

    private var element: JSONNode {
        if case .literal(let literal) = self { return literal.json }
        return JSONNode(.object([member]))
    }
}

/// The range of integers that every JSON reader reads exactly (RFC 7493, section 2.2). JavaScript
/// rounds integers outside this range to doubles.
private let exactIntegers: ClosedRange<Int64> = -9_007_199_254_740_991...9_007_199_254_740_991

extension Literal {
    /// The literal as JSON. A real number without a fraction is written under the key `real`, so
    /// that it is not read as an integer. An integer outside ``exactIntegers`` is written as a
    /// string under the key `integer`.
    fileprivate var json: JSONNode {
        switch self {
        case .string(let text): JSONNode(text)
        case .integer(let number):
            exactIntegers.contains(number)
                ? JSONNode(number) : ["integer": JSONNode(number.description)]
        case .real(let number):
            Int64(exactly: number).map { ["real": JSONNode($0)] } ?? JSONNode(number)
        case .boolean(let value): JSONNode(value)
        case .null: JSONNode(.null)
        }
    }
}
