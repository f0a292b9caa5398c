package import QueryLanguage
import Schema

/// An index that the model declares on one attribute, on its values or on their folding.
package struct DeclaredIndex: Sendable, Hashable {
    package var entity: String
    package var attribute: String
    /// How the values are folded: as comparisons with these options see them.
    package var folding: ComparisonOptions

    package init(entity: String, attribute: String, folding: ComparisonOptions = []) {
        self.entity = entity
        self.attribute = attribute
        self.folding = folding
    }

    /// What the index holds of each row of its table, for CREATE INDEX.
    package var expression: String { foldedSQL(sqlName(attribute), folding) }
}

/// `sql` folded as comparisons with `folding` do it.
func foldedSQL(_ sql: String, _ folding: ComparisonOptions) -> String {
    let letters = folding.folding.text.filter(\.isLetter)
    return letters.isEmpty ? sql : "store_fold_\(letters)(\(sql))"
}

extension Compiler {
    /// Whether the store can look values of this column up: the identity, a to-one relationship, or
    /// an attribute with a declared index of this folding.
    func isIndexed(_ key: String, of entity: Entity, _ folding: ComparisonOptions) -> Bool {
        if folding.isEmpty {
            if key == entity.identityColumn { return true }
            if let found = entity.relationship(named: key) {
                return schema.storage(of: found, in: entity) == .column
            }
        }
        return indexes.contains(
            DeclaredIndex(entity: entity.name, attribute: key, folding: folding)
        )
    }

    /// A warning where an index would spare reading every record, and the model declares none.
    func scanWarnings(_ predicate: PredicateNode?) -> [PredicateTextError] {
        guard let predicate else { return [] }
        let parts = if case .and(let parts) = predicate { parts } else { [predicate] }
        var first: PredicateTextError?
        for part in parts {
            guard case .comparison(let comparison) = part, let key = searchKey(of: comparison)
            else { continue }
            let entity = scopes[0].entity
            let isText = entity.attribute(named: key)?.type == .string
            let folding = isText ? comparison.options.folding : []
            if isIndexed(key, of: entity, folding) { return [] }
            first = first ?? scanWarning(key, entity, folding, comparison.range)
        }
        return first.map { [$0] } ?? []
    }

    private func scanWarning(
        _ key: String,
        _ entity: Entity,
        _ folding: ComparisonOptions,
        _ range: SourceRange
    ) -> PredicateTextError {
        let ignored =
            (folding.contains(.caseInsensitive) ? ["case"] : [])
            + (folding.contains(.diacriticInsensitive) ? ["diacritics"] : [])
        let how = ignored.isEmpty ? "" : " ignoring \(ignored.joined(separator: " and "))"
        return PredicateTextError(
            "reads-every-record",
            range,
            "every \"\(entity.name)\" is read, for the model declares no index of \"\(key)\"\(how)",
            fix: "declare a fetch index of \"\(key)\" in the model if there are many records"
        )
    }

    /// The key of the entity itself that a comparison looks up by value, range or prefix.
    private func searchKey(of comparison: Comparison) -> String? {
        guard comparison.quantifier == nil else { return nil }
        switch comparison.operator {
        case .equal, .less, .lessOrEqual, .greater, .greaterOrEqual, .isIn, .between, .beginsWith:
            break
        default: return nil
        }
        let sides =
            comparison.operator == .equal
            ? [comparison.left, comparison.right] : [comparison.left]
        for side in sides {
            if case .keyPath(let keys) = side.kind, keys.count <= 1 {
                guard case .name(let name)? = keys.first else {
                    return keys.isEmpty ? scopes[0].entity.identityColumn : nil
                }
                return name
            }
        }
        return nil
    }
}
