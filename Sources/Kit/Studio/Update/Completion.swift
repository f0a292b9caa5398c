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
        if Self.endsInString(before) {
            items = []
            return
        }
        if token.hasPrefix("$"), parts.isEmpty {
            items = Self.variables(text, last)
            return
        }
        let aggregate = parts.last.flatMap { CollectionOperator(rawValue: $0) }
        if aggregate != nil { parts.removeLast() }
        var current = schema.entity(named: entity)
        var isMany = false
        let path = Self.path(parts, in: before)
        // A variable of a subquery is one record, even if the collection's key path is to-many.
        let ownStart = token.hasPrefix("$") ? path.count - parts.count + 1 : 0
        for (index, part) in path.enumerated() {
            let relationship = current?.relationship(named: part.filter { $0 != "#" })
            isMany = isMany || index >= ownStart && relationship?.isToMany == true
            current = relationship.flatMap { schema.entity(named: $0.destination) }
        }
        var found: [Item] = []
        if let aggregate {
            found = current.map { Self.values($0, for: aggregate) } ?? []
        } else {
            found = current.map { Self.keys(of: $0) } ?? []
            if isMany { found += Self.collections }
            if parts.isEmpty { found += Self.words }
        }
        let wanted = last.lowercased()
        items = Array(
            found.filter { $0.text.lowercased().hasPrefix(wanted) && $0.text != last }.prefix(40)
        )
    }

    /// Returns whether the end of the text is inside a string literal.
    private static func endsInString(_ text: String) -> Bool {
        var open: Unicode.Scalar?
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                isEscaped = false
            } else if open != nil, scalar == "\\" {
                isEscaped = true
            } else if scalar == open {
                open = nil
            } else if open == nil, scalar == "'" || scalar == "\"" {
                open = scalar
            }
        }
        return open != nil
    }

    /// Returns `parts` as a key path of the entity. If the first part is a variable of a subquery,
    /// replaces it with the subquery's collection.
    private static func path(_ parts: [String], in text: String) -> [String] {
        guard let first = parts.first, first.hasPrefix("$") else { return parts }
        let words = text.split { "(), \n\t".contains($0) }
        for index in words.indices.dropLast(2).reversed()
        where words[index].uppercased() == "SUBQUERY" && words[index + 2] == first {
            let collection = words[index + 1].split(separator: ".").map(String.init)
            let before = words[..<index].joined(separator: " ")
            return path(collection, in: before) + parts.dropFirst()
        }
        return parts
    }

    /// Returns the attributes whose values the collection operator can combine.
    private static func values(_ entity: Entity, for operator: CollectionOperator) -> [Item] {
        entity.attributes.filter {
            switch `operator` {
            case .count: false
            case .sum, .average: canBeKey($0.name) && $0.type.isNumeric
            case .minimum, .maximum: canBeKey($0.name) && $0.type.isOrdered
            }
        }.map { Item(text: PathKey.name($0.name).text, detail: $0.type.plainWords) }
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
        ("FALSE", "no"), ("now()", "the current time"), ("SELF", "the record itself"),
        ("SUBQUERY", "the related records that match a condition"),
        ("CAST", "a value converted to another type"),
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
