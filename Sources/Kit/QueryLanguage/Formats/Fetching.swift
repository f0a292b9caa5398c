extension PredicateNode {
    /// Splits the predicate on records of `entity` into a part for Core Data's SQLite store, and a
    /// part to evaluate for each object. The store raises an exception for parts without an SQL
    /// form, and its SQL answers some parts differently than memory.
    ///
    /// To the store go comparisons of key paths with values, `ANY`, counts, `SUBQUERY(…).@count`, and
    /// what `NOT`, `AND` and `OR` make of them. `ALL`, `NONE` and `NOT ANY` go there as counts of a
    /// `SUBQUERY`. In SQL a comparison with an absent value is neither true nor false, so where that
    /// matters `OR key == nil` is added. Only the conjunction at the top is divided. `nullable` are
    /// the variables whose value may be absent.
    package func dividedForFetching(
        of entity: String,
        in model: any FormatModel,
        nullable: Set<String> = []
    ) -> (fetched: PredicateNode?, rest: PredicateNode?) {
        let store = SQLiteStore(model: model, entity: entity, nullable: nullable)
        let parts = if case .and(let parts) = self { parts } else { [self] }
        let asked = parts.map { store.asked($0) }
        let rest = zip(parts, asked).filter { $1 == nil }.map(\.0)
        return (
            .joined(asked.compactMap { $0 }, isConjunction: true),
            .joined(rest, isConjunction: true)?.countingElements(of: entity, in: model)
        )
    }

    /// nil if there are no parts.
    fileprivate static func joined(
        _ parts: [PredicateNode],
        isConjunction: Bool
    ) -> PredicateNode? {
        var flat: [PredicateNode] = []
        for part in parts {
            switch part {
            case .and(let inner) where isConjunction: flat += inner
            case .or(let inner) where !isConjunction: flat += inner
            default: flat.append(part)
            }
        }
        return flat.count > 1 ? (isConjunction ? .and(flat) : .or(flat)) : flat.first
    }
}

/// Predicates that the SQL generator of Core Data's SQLite store supports. The generator's page
/// <doc:CoreData> names the sources.
struct SQLiteStore {
    let model: any FormatModel
    /// Whose key paths are asked for: the records of the request, or the elements of a subquery.
    var entity: String
    let nullable: Set<String>
    /// The variable of the subquery around, without the dollar.
    var element: String?

    /// The predicate for the store, with `NOT` only before comparisons. Nil if the store does not
    /// support it.
    func asked(_ node: PredicateNode, isNegated: Bool = false) -> PredicateNode? {
        switch node {
        case .constant(let value): return .constant(value != isNegated)
        case .not(let inner): return asked(inner, isNegated: !isNegated)
        case .and(let parts), .or(let parts):
            let taken = parts.compactMap { asked($0, isNegated: isNegated) }
            if taken.count < parts.count { return nil }
            let isAnd = if case .and = node { true } else { false }
            return .joined(taken, isConjunction: isAnd != isNegated)
        case .comparison(let comparison): return asked(ofElements(comparison), isNegated)
        }
    }

    private func asked(_ comparison: Comparison, _ isNegated: Bool) -> PredicateNode? {
        if comparison.quantifier != nil { return askedOfElements(comparison, isNegated) }
        if case .path(let base, [.collection(.count)]) = comparison.left.kind,
            case .subquery(let collection, let name, let condition) = base.kind
        {
            return counted(collection, name, condition, comparison, isNegated)
        }
        if !isNegated, containsRecord(comparison) { return .comparison(comparison) }
        if let left = path(comparison.left), left.isRecords, comparison.operator == .contains {
            var element = comparison
            (element.quantifier, element.operator) = (.any, .equal)
            return askedOfElements(element, isNegated)
        }
        return askedOfValue(comparison, isNegated)
    }

    // MARK: - Lists

    /// `$record IN records` as `records CONTAINS $record`, `'a' IN records.name` as
    /// `ANY records.name == 'a'`, `ANY records CONTAINS $record` as `ANY records == $record`.
    private func ofElements(_ comparison: Comparison) -> Comparison {
        var result = comparison
        if comparison.operator == .contains, comparison.quantifier != nil,
            path(comparison.left)?.isRecords == true
        {
            result.operator = .equal
        } else if comparison.operator == .isIn, comparison.quantifier == nil,
            let right = path(comparison.right), right.manyCount == 1, !right.isCount,
            isValue(comparison.left)
        {
            (result.left, result.right) = (comparison.right, comparison.left)
            result.operator = right.isRecords ? .contains : .equal
            if !right.isRecords { result.quantifier = .any }
        }
        return result
    }

    private func containsRecord(_ comparison: Comparison) -> Bool {
        guard comparison.operator == .contains, let left = path(comparison.left) else {
            return false
        }
        return element == nil && left.isRecords && left.manyCount == 1 && isValue(comparison.right)
            && comparison.options.isEmpty
    }

    /// `ANY` is a join. The negation of that finds records of which any other element does not match, as
    /// Core Data's SQL of `NONE` does, and the store has none of `ALL`: these are counted.
    private func askedOfElements(_ comparison: Comparison, _ isNegated: Bool) -> PredicateNode? {
        if element != nil { return nil }
        if comparison.quantifier == .any, !isNegated, isJoin(comparison) {
            return .comparison(comparison)
        }
        let counted = PredicateNode.comparison(comparison).countingElements(of: entity, in: model)
        return counted == .comparison(comparison) ? nil : asked(counted, isNegated: isNegated)
    }

    private func isJoin(_ comparison: Comparison) -> Bool {
        guard let left = path(comparison.left), left.manyCount == 1, !left.isCount,
            !comparison.right.isNull, comparison.operator != .between, hasPlainOptions(comparison)
        else { return false }
        if comparison.operator == .notEqual, left.canBeNil { return false }
        return takes(comparison.right, in: comparison)
    }

    // MARK: - Counts

    /// `SUBQUERY(records, $x, condition).@count > 0`, a SELECT COUNT in the WHERE clause. The collection
    /// is one key, of which the count is never absent.
    private func counted(
        _ collection: ExpressionNode,
        _ name: String,
        _ condition: PredicateNode,
        _ comparison: Comparison,
        _ isNegated: Bool
    ) -> PredicateNode? {
        guard element == nil, case .keyPath(let keys) = collection.kind, keys.count == 1,
            path(collection)?.isRecords == true, case .name(let key)? = keys.first,
            let entity = model.destination(of: key, in: entity),
            comparison.options.isEmpty, isValue(comparison.right),
            let found = comparison.operator.negated(isNegated)
        else { return nil }
        var inner = self
        (inner.entity, inner.element) = (entity, name)
        guard let asked = inner.asked(condition) else { return nil }
        var result = comparison
        let subquery = ExpressionNode(.subquery(collection, name, asked))
        result.left = ExpressionNode(.path(subquery, [.collection(.count)]))
        result.operator = found
        return .comparison(result)
    }

    // MARK: - Single values

    /// For a missing value SQL answers neither true nor false, and memory does: `!=` and `NOT` of
    /// all others are true.
    private func askedOfValue(_ comparison: Comparison, _ isNegated: Bool) -> PredicateNode? {
        guard hasPlainOptions(comparison), let paths = pathsOfValues(comparison) else { return nil }
        let node = PredicateNode.comparison(comparison)
        let asked = isNegated ? .not(node) : node
        if comparison.right.isNull { return asked }
        let absent = paths.filter(\.canBeNil)
        // Two absent values are equal in memory.
        if absent.count > 1, comparison.operator.isEquality { return nil }
        if absent.isEmpty || isNegated == (comparison.operator == .notEqual) { return asked }
        // A value that may be absent, too, would equal an absent one.
        guard absent.count == 1, let key = absent.first?.attribute,
            paths.count == 2 || isValue(comparison.left) || !canBeNull(comparison.right)
        else { return nil }
        let isAbsent = Comparison(key, .equal, ExpressionNode(.literal(.null)))
        return .or([asked, .comparison(isAbsent)])
    }

    /// Those of the sides, where the store compares them; nil if it does not.
    private func pathsOfValues(_ comparison: Comparison) -> [SQLitePath]? {
        let (left, right) = (path(comparison.left), path(comparison.right))
        if comparison.right.isNull {
            guard comparison.operator.isEquality, let left, left.isSingle, !left.isMasked else {
                return nil
            }
            return [left]
        }
        guard let left else {
            guard let right, right.isSingle, !right.isMasked,
                comparison.operator.isOrderOrEquality, isValue(comparison.left)
            else { return nil }
            return [right]
        }
        let isCount = left.isCount && element == nil && comparison.operator.isOrderOrEquality
        guard left.isSingle || isCount else { return nil }
        if left.isMasked, comparison.operator != .equal, comparison.operator != .notEqual {
            return nil
        }
        if let right {
            let isTaken = right.isSingle && !right.isMasked && comparison.operator.isOrderOrEquality
            return isTaken ? [left, right] : nil
        }
        if comparison.operator == .between {
            // Of an array of values the store asks what only expressions answer.
            guard case .aggregate = comparison.right.kind, comparison.options.isEmpty else {
                return nil
            }
        }
        return takes(comparison.right, in: comparison, canBeNull: !isCount) ? [left] : nil
    }

    private func canBeNull(_ node: ExpressionNode) -> Bool {
        if case .variable(let name) = node.kind { nullable.contains(name) } else { false }
    }

    private func hasPlainOptions(_ comparison: Comparison) -> Bool {
        comparison.options.isSubset(of: [.caseInsensitive, .diacriticInsensitive])
    }
}
