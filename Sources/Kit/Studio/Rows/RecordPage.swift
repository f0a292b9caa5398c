import JSON
import QueryForm
import QueryLanguage
import Schema

/// Maximum number of related records that one answer lists for a relationship.
private let relatedLimit = 50

/// Maximum number of values that one answer suggests.
private let suggestionLimit = 30

extension Records {
    /// Returns a record with its attributes and its related records; nil if the record does not
    /// exist.
    func page(of entity: String, _ row: Int) -> JSONNode? {
        guard let table = table(entity), table.rows.indices.contains(row),
            case .object(let record) = object(entity, row)
        else { return nil }
        let attributes = table.entity.attributes.map { attribute in
            let value = record.value(forKey: attribute.name) ?? .null
            return JSONNode([JSONNode(attribute.name), JSONNode(value.cell(self))])
        }
        let links = table.entity.relationships.map { relationship -> JSONNode in
            let found: [QueryValue] =
                switch record.value(forKey: relationship.name) ?? .null {
                case .list(let elements): elements
                case .null: []
                case let value: [value]
                }
            return [
                "name": JSONNode(relationship.name), "to": JSONNode(relationship.destination),
                "count": JSONNode(found.count),
                "rows": JSONNode(found.prefix(relatedLimit).map { $0.cellNode(self) }),
            ]
        }
        return [
            "entity": JSONNode(entity),
            "title": JSONNode(object(entity, row).cell(self) ?? "record \(row + 1)"),
            "attributes": JSONNode(attributes), "relationships": JSONNode(links),
        ]
    }

    /// Returns the distinct values of a key path in the records of an entity, each with the number
    /// of records that have it. The most frequent value comes first. Different records are
    /// different values, even if their titles are equal. Texts of more than 200 bytes, which are too
    /// long for a list of suggestions, are left out.
    ///
    /// - Parameter text: text that a value must contain; case is ignored.
    func values(of entity: String, at path: String, containing text: String) -> [JSONNode] {
        guard let table = table(entity) else { return [] }
        let node = ExpressionNode(.keyPath(keys(path.split(separator: ".").map(String.init))))
        let session = EvaluationSession(limit: .milliseconds(50), isWanted: { true })
        let wanted = text.lowercased()
        var order: [QueryValue] = []
        var counts: [AnyHashable?: Int] = [:]
        for row in table.rows.indices {
            guard let found = try? node.value(for: object(entity, row), session: session) else {
                continue
            }
            let elements = if case .list(let list) = found { list } else { [found] }
            // A record that has a value several times counts once.
            var seen: Set<AnyHashable?> = []
            for element in elements {
                // Forms have dates in whole seconds, so a date with a fraction would find no
                // record.
                if case .date(let seconds) = element, seconds != seconds.rounded() { continue }
                guard let cell = element.cell(self), cell.utf8.count <= 200,
                    wanted.isEmpty || cell.lowercased().contains(wanted),
                    seen.insert(element.key).inserted
                else { continue }
                if counts[element.key] == nil { order.append(element) }
                counts[element.key, default: 0] += 1
            }
        }
        let ranked = order.enumerated().sorted { left, right in
            let (first, second) = (counts[left.element.key] ?? 0, counts[right.element.key] ?? 0)
            return first == second ? left.offset < right.offset : first > second
        }
        return ranked.prefix(suggestionLimit).map { _, value in
            let cell = value.cell(self) ?? ""
            var text = cell
            if case .object(let object) = value, let record = object as? RecordObject {
                text = record.identityText ?? cell
            }
            return [
                "value": JSONNode(text), "text": JSONNode(cell),
                "count": JSONNode(counts[value.key] ?? 0),
            ]
        }
    }
}
