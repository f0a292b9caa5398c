import JSON
import QueryLanguage
import Schema

/// The completions at a position in a predicate's text.
struct Completion {
    struct Item {
        var text: String
        /// The type or meaning of the completion, such as `text`, `one Country` or `begins with`.
        var detail: String
    }

    /// Beginning of the text that a completion replaces, as an offset in UTF-16 code units.
    var start: Int
    var items: [Item]

    /// Finds the completions at a position in `text`, which is a predicate about records of
    /// `entity`.
    ///
    /// - Parameters:
    ///   - caret: the position, in UTF-16 code units.
    ///   - schema: a schema whose entities include inherited properties.
    init(_ text: String, caret: Int, entity: String, in schema: Schema) {
        let before = String(decoding: Array(text.utf16.prefix(max(0, caret))), as: UTF16.self)
        let bytes = Array(before.utf8)
        let word = bytes.reversed().prefix { $0 >= 0x80 || isWord($0) || "._$@#".utf8.contains($0) }
        let token = String(decoding: word.reversed(), as: UTF8.self)
        var parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let last = parts.popLast() ?? ""
        start = max(0, caret) - last.utf16.count
        if token.hasPrefix("$") {
            items = Self.variables(text, last)
            return
        }
        var current = schema.entity(named: entity)
        var isMany = false
        for part in parts {
            let relationship = current?.relationship(named: part.filter { $0 != "#" })
            isMany = isMany || relationship?.isToMany == true
            current = relationship.flatMap { schema.entity(named: $0.destination) }
        }
        var found = current.map { Self.keys(of: $0) } ?? []
        if isMany { found += Self.collections }
        if parts.isEmpty { found += Self.words }
        let wanted = last.lowercased()
        items = Array(
            found.filter { $0.text.lowercased().hasPrefix(wanted) && $0.text != last }.prefix(40)
        )
    }

    private static func variables(_ text: String, _ prefix: String) -> [Item] {
        let names = text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "$") }
            .map(String.init).filter { $0.hasPrefix("$") && $0.count > 1 && $0 != prefix }
        var seen: Set<String> = []
        return (names + ["$text", "$value"]).filter {
            $0.hasPrefix(prefix) && $0 != prefix && seen.insert($0).inserted
        }.map { Item(text: $0, detail: "a parameter of the method") }
    }

    private static func keys(of entity: Entity) -> [Item] {
        entity.attributes.filter { canBeKey($0.name) }
            .map { Item(text: PathKey.name($0.name).text, detail: $0.type.plainWords) }
            + entity.relationships.filter { canBeKey($0.name) }.map {
                Item(
                    text: PathKey.name($0.name).text,
                    detail: "\($0.isToMany ? "several" : "one") \($0.destination)"
                )
            }
    }

    private static let collections = CollectionOperator.allCases.map {
        Item(text: $0.rawValue, detail: "computed over all related records")
    }

    private static let words: [Item] = [
        ("BEGINSWITH[c]", "begins with, ignoring case"), ("CONTAINS[c]", "contains, ignoring case"),
        ("ENDSWITH[c]", "ends with, ignoring case"), ("BEGINSWITH", "begins with"),
        ("CONTAINS", "contains"), ("ENDSWITH", "ends with"),
        ("LIKE", "* matches any text, ? matches one character"),
        ("MATCHES", "a regular expression"), ("IN", "is one of the listed values"),
        ("BETWEEN", "is between two values"),
        ("AND", "both conditions hold"), ("OR", "at least one condition holds"),
        ("NOT", "the condition does not hold"),
        ("ANY", "holds for at least one related record"), ("ALL", "holds for every related record"),
        ("NONE", "holds for no related record"), ("NIL", "no value"), ("TRUE", "yes"),
        ("FALSE", "no"),
    ].map { Item(text: $0.0, detail: $0.1) }

    var json: JSONNode {
        [
            "start": JSONNode(start),
            "items": JSONNode(
                items.map { ["text": JSONNode($0.text), "detail": JSONNode($0.detail)] }
            ),
        ]
    }
}
