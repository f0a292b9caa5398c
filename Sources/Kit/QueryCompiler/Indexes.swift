package import QueryLanguage
package import Schema

/// One column of a declared index: an attribute or a to-one relationship. The indexed values may be
/// folded for comparisons that ignore case or diacritics.
package struct DeclaredIndex: Sendable, Hashable {
    package var entity: String
    package var attribute: String
    /// The comparison options with which the indexed values are folded; empty if they are not
    /// folded.
    package var folding: ComparisonOptions
    /// Whether the attribute is a decimal. Decimals are stored as text and compared as numbers.
    package var isDecimal: Bool

    package init(
        entity: String,
        attribute: String,
        folding: ComparisonOptions = [],
        isDecimal: Bool = false
    ) {
        self.entity = entity
        self.attribute = attribute
        self.folding = folding
        self.isDecimal = isDecimal
    }

    /// SQL expression for this index column in CREATE INDEX.
    package var expression: String {
        let column = sqlName(attribute)
        return isDecimal ? ValueType.attribute(.decimal).sql(column) : foldedSQL(column, folding)
    }
}

extension Entity {
    /// Returns the declared indexes that the store creates, each as an ordered list of columns.
    /// They are the fetch indexes without a predicate, and the compound indexes and indexed
    /// attributes of older models.
    ///
    /// An element `canonical:(name)` is folded like a comparison with `[cd]`. An element
    /// `lowercase:(name)` or `uppercase:(name)` is folded like a comparison with `[c]`. Any other
    /// supported element is an attribute, or a relationship that is stored in a column of the
    /// entity. If an index has an unsupported element, only the elements before it become columns.
    package func declaredIndexes(in schema: Schema) -> [[DeclaredIndex]] {
        let plain = fetchIndexes.filter { $0.predicate == nil }
            .map { index in index.elements.map { declared($0, schema) } }
        let compound = compoundIndexes.map { $0.map { declared($0, [], schema) } }
        // The identity has an index of its own.
        let indexed = attributes.filter { $0.isIndexed && identityRule != .attribute($0.name) }
            .map { [declared($0.name, [], schema)] }
        var found: [[DeclaredIndex]] = []
        for columns in plain + compound + indexed {
            let kept = columns.prefix { $0 != nil }.compactMap { $0 }
            if !kept.isEmpty, !found.contains(kept) { found.append(kept) }
        }
        return found
    }

    /// Returns the reason why ``declaredIndexes(in:)`` leaves out this fetch index, or leaves out the
    /// index's last elements. Returns nil if the whole index is declared.
    package func omission(of index: FetchIndex, in schema: Schema) -> String? {
        if index.predicate != nil { return "is left out: it has a predicate" }
        guard let place = index.elements.firstIndex(where: { declared($0, schema) == nil }) else {
            return nil
        }
        let element = index.elements[place]
        let name = "\"\(element.property ?? element.expression ?? "")\""
        let part = place == 0 ? "is left out" : "is left out from \(name) on"
        return element.kind == .rTree
            ? "\(part): \(name) has the type RTree" : "\(part): the store cannot index \(name)"
    }

    private func declared(_ element: FetchIndex.Element, _ schema: Schema) -> DeclaredIndex? {
        if element.kind != .binary { return nil }
        return element.property.flatMap { declared($0, [], schema) }
            ?? element.expression.flatMap { declared(expression: $0, schema) }
    }

    private func declared(
        _ key: String,
        _ folding: ComparisonOptions,
        _ schema: Schema
    ) -> DeclaredIndex? {
        let storage = relationship(named: key).map { schema.storage(of: $0, in: self) }
        guard attribute(named: key) != nil || storage == .column else { return nil }
        return DeclaredIndex(
            entity: name,
            attribute: key,
            folding: folding,
            isDecimal: attribute(named: key)?.type == .decimal
        )
    }

    private func declared(expression text: String, _ schema: Schema) -> DeclaredIndex? {
        switch readExpression(text).node?.kind {
        case .keyPath(let keys): return key(keys).flatMap { declared($0, [], schema) }
        case .function(let function, let arguments):
            guard case .keyPath(let keys)? = arguments.first?.kind, let key = key(keys),
                attribute(named: key)?.type == .string
            else { return nil }
            switch function {
            case .canonical:
                return declared(key, [.caseInsensitive, .diacriticInsensitive], schema)
            case .lowercase, .uppercase: return declared(key, .caseInsensitive, schema)
            default: return nil
            }
        default: return nil
        }
    }

    private func key(_ keys: [PathKey]) -> String? {
        guard keys.count == 1, case .name(let name)? = keys.first else { return nil }
        return name
    }
}

extension Schema {
    /// The first column of each declared index. A search for records by this column can use the
    /// index.
    package var declaredIndexes: [DeclaredIndex] {
        entities.flatMap { $0.declaredIndexes(in: self).compactMap(\.first) }
    }
}

/// Returns SQL that folds the string expression `sql` like a comparison with the options `folding`:
/// case, diacritics or both. Returns `sql` unchanged if `folding` contains neither.
func foldedSQL(_ sql: String, _ folding: ComparisonOptions) -> String {
    let letters = folding.folding.text.filter(\.isLetter)
    return letters.isEmpty ? sql : "store_fold_\(letters)(\(sql))"
}

extension Compiler {
    /// Returns whether the store has an index on the column `key` with the given folding: one of
    /// `indexes`, or an index that always exists. Without folding, the identity always has an
    /// index, and so has every to-one relationship that is stored in a column.
    func isIndexed(_ key: String, of entity: Entity, _ folding: ComparisonOptions) -> Bool {
        if folding.isEmpty {
            if key == entity.identityColumn { return true }
            if let found = entity.relationship(named: key) {
                return schema.storage(of: found, in: entity) == .column
            }
        }
        return indexes.contains {
            $0.entity == entity.name && $0.attribute == key && $0.folding == folding
        }
    }

    /// Returns whether the index of a uniqueness constraint begins with the column `key`. Returns
    /// false for a decimal: the index contains texts, but queries compare decimals as numbers.
    private func startsUniqueIndex(_ key: String, of entity: Entity) -> Bool {
        entity.attribute(named: key)?.type != .decimal
            && uniqueness(of: entity, entity, schema).contains { $0.first == key }
    }

    /// Returns an array with one warning if the query reads every record because an index is
    /// missing. The warning is about the first comparison that could use an index. Returns an empty
    /// array if a comparison can use an existing index, or if no index could help.
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
            // The SQL for BEGINSWITH uses declared indexes only.
            let isPrefix = comparison.operator == .beginsWith
            if folding.isEmpty, !isPrefix, startsUniqueIndex(key, of: entity) { return [] }
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
        let how = ignored.isEmpty ? "" : " that ignores \(ignored.joined(separator: " and "))"
        return PredicateTextError(
            "reads-every-record",
            range,
            "the query reads every record of \"\(entity.name)\", because the model declares no index on \"\(key)\"\(how)",
            fix: "if the store has many records, \(indexAdvice(key, folding))"
        )
    }

    /// Returns the advice to declare a fetch index that a comparison with this folding can use.
    private func indexAdvice(_ key: String, _ folding: ComparisonOptions) -> String {
        if folding.isEmpty { return "declare a fetch index on \"\(key)\" in the model" }
        let isCaseKept = !folding.contains(.caseInsensitive)
        let function = folding.contains(.diacriticInsensitive) ? "canonical" : "lowercase"
        return (isCaseKept ? "compare with [cd], and " : "")
            + "declare a fetch index with the expression \(function):(\(key)) in the model"
    }

    /// Returns the key whose index the comparison could use. The comparison must test a key against
    /// one value, several values, a range or a prefix. Returns nil for any other comparison, and
    /// for a path of several keys.
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
