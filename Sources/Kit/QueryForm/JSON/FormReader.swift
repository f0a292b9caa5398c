import Diagnostics
import JSON
import QueryCompiler
import QueryLanguage

/// A reader that converts JSON into a form and records a diagnostic for each invalid part.
struct FormReader {
    let text: String
    let file: String
    var found: [Diagnostic] = []
    /// The byte offset of each condition in the JSON text. Groups are omitted.
    var offsets: [Int] = []

    mutating func report(
        _ id: String,
        _ offset: Int,
        _ problem: String,
        expected: String? = nil,
        fix: String? = nil
    ) {
        found.append(
            Diagnostic(
                id,
                at: .init(file: file, offset: offset, in: text),
                problem,
                expected: expected,
                fix: fix
            )
        )
    }

    // MARK: - Parts of JSON

    mutating func members(
        _ node: JSONNode,
        _ what: String,
        _ known: [String]
    ) -> [String: JSONNode] {
        guard case .object(let members) = node.kind else {
            report(
                "bad-form",
                node.offset,
                "\(what) cannot be \(node.words)",
                expected: "an object"
            )
            return [:]
        }
        var result: [String: JSONNode] = [:]
        for member in members {
            if known.contains(member.key) {
                result[member.key] = member.value
            } else {
                report(
                    "unknown-key",
                    member.offset,
                    "\"\(member.key)\" is not a key of \(what)",
                    fix: suggestion(for: member.key, among: known)
                )
            }
        }
        return result
    }

    mutating func string(_ node: JSONNode?, _ key: String) -> String? {
        guard let node else { return nil }
        if let text = node.string { return text }
        report("bad-form", node.offset, "\"\(key)\" is \(node.words)", expected: "a string")
        return nil
    }

    mutating func boolean(_ node: JSONNode?, _ key: String) -> Bool {
        guard let node else { return false }
        if case .boolean(let value) = node.kind { return value }
        report("bad-form", node.offset, "\"\(key)\" is \(node.words)", expected: "true or false")
        return false
    }

    mutating func count(_ node: JSONNode?, _ key: String) -> Int? {
        guard let node, node.kind != .null else { return nil }
        if let number = node.integer, number >= 0 { return number }
        report(
            "bad-form",
            node.offset,
            "\"\(key)\" is \(node.integer.map(String.init) ?? node.words)",
            expected: "a whole number, 0 or more"
        )
        return nil
    }

    mutating func list(_ node: JSONNode?, _ key: String) -> [JSONNode] {
        guard let node else { return [] }
        if case .list(let elements) = node.kind { return elements }
        report("bad-form", node.offset, "\"\(key)\" is \(node.words)", expected: "a list")
        return []
    }

    // MARK: - The form

    mutating func form(_ node: JSONNode) -> QueryForm {
        let keys = ["name", "entity", "where", "sort", "limit", "offset", "result"]
        let parts = members(node, "a form", keys)
        let entity = string(parts["entity"], "entity")
        if parts["entity"] == nil, case .object = node.kind {
            report(
                "missing-key",
                node.offset,
                "the form has no key \"entity\"",
                fix: "add \"entity\" with the name of the entity whose records you want"
            )
        }
        return QueryForm(
            name: string(parts["name"], "name"),
            entity: entity ?? "",
            conditions: parts["where"].map { whole($0) } ?? FormGroup(),
            sorts: list(parts["sort"], "sort").map { sort($0) },
            limit: count(parts["limit"], "limit"),
            offset: count(parts["offset"], "offset"),
            result: parts["result"].map { result($0) } ?? .list
        )
    }

    mutating func whole(_ node: JSONNode) -> FormGroup {
        switch condition(node, depth: 0) {
        case .group(let group)?: group
        case let single?: FormGroup(.all, [single])
        case nil: FormGroup()
        }
    }

    mutating func sort(_ node: JSONNode) -> QueryRequest.Sort {
        if node.string != nil { return .init(path: path(node, "sort")) }
        let parts = members(node, "a sort order", ["attribute", "descending"])
        guard let attribute = parts["attribute"] else {
            if case .object = node.kind {
                report("missing-key", node.offset, "the sort order has no key \"attribute\"")
            }
            return .init(path: [])
        }
        return .init(
            path: path(attribute, "attribute"),
            isDescending: boolean(parts["descending"], "descending")
        )
    }

    mutating func result(_ node: JSONNode) -> QueryShape.Result {
        switch node.kind {
        case .string("list"): return .list
        case .string("first"): return .first
        case .string("count"): return .count
        case .object(let members):
            guard members.count == 1, let member = members.first, let name = member.value.string
            else { break }
            if member.key == "attribute" { return .attribute(name) }
            if let op = CollectionOperator(rawValue: "@" + member.key), op != .count {
                return .aggregate(op, attribute: name)
            }
        default: break
        }
        let isObject = if case .object = node.kind { true } else { false }
        let what = isObject ? "this" : node.string.map { "\"\($0)\"" } ?? node.words
        report(
            "bad-form",
            node.offset,
            "\(what) is not a valid value of \"result\"",
            expected:
                "\"list\", \"first\", \"count\", {\"attribute\": name}, {\"sum\": name}, {\"avg\": name}, {\"min\": name} or {\"max\": name}"
        )
        return .list
    }
}
