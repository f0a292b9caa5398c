extension PredicateNode {
    /// Splits a predicate about records of `entity` into two parts. Core Data's SQLite store
    /// evaluates `fetched`; `rest` is evaluated in memory for each object. An empty part is nil.
    /// Only a top-level AND is split. An operand belongs to `rest` in two cases:
    ///
    /// - The store would raise an exception, because SQL cannot express the operand.
    /// - The store's SQL would give a different result than evaluation in memory.
    ///
    /// `fetched` can contain comparisons of key paths with values, `ANY`, counts,
    /// `SUBQUERY(…).@count`, and combinations of these with `NOT`, `AND` and `OR`. `ALL`, `NONE`
    /// and `NOT ANY` are rewritten as counts of a `SUBQUERY`. In SQL, a comparison with a missing
    /// value is neither true nor false. If this would change the result, `OR key == nil` is added.
    ///
    /// - Parameter nullable: names of the variables whose value may be nil.
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

    /// Returns the parts joined with AND or OR; nil if there are no parts.
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

/// A translator of predicates into forms that Core Data's SQLite store can translate to SQL. The
/// page <doc:CoreData> of the generator's documentation cites a source for each form.
struct SQLiteStore {
    let model: any FormatModel
    /// The entity at which key paths start. In a subquery, it is the entity of the collection's
    /// elements; otherwise, the entity of the request.
    var entity: String
    let nullable: Set<String>
    /// Variable of the subquery that is being translated, without the dollar sign; nil outside a
    /// subquery.
    var element: String?

    /// Returns the predicate in a form that the store supports; nil if there is no such form. In
    /// this form, `NOT` is applied only to comparisons.
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

    /// Rewrites comparisons of three forms, and returns any other comparison unchanged:
    ///
    /// - `$record IN records` becomes `records CONTAINS $record`.
    /// - `'a' IN records.name` becomes `ANY records.name == 'a'`.
    /// - `ANY records CONTAINS $record` becomes `ANY records == $record`.
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

    /// Returns true if the comparison has the form `records CONTAINS $record` and the store assigns
    /// the identities of the records. If the records have an identity attribute, returns false: the
    /// comparison would search for a substring of this attribute.
    private func containsRecord(_ comparison: Comparison) -> Bool {
        guard comparison.operator == .contains, let left = path(comparison.left) else {
            return false
        }
        if let entity = left.entity, model.identityKey(of: entity) != nil { return false }
        return element == nil && left.isRecords && left.manyCount == 1 && isValue(comparison.right)
            && comparison.options.isEmpty
    }

    /// Translates a comparison with a quantifier; returns nil if Core Data's SQLite store cannot
    /// evaluate it. The translation depends on the quantifier:
    ///
    /// - `ANY` becomes a join if possible, otherwise a count.
    /// - `NOT ANY` becomes a count. A negated join would be wrong: it finds every record with at
    ///   least one element that does not match.
    /// - `NONE` becomes a count, because the store's SQL for `NONE` has the same error.
    /// - `ALL` becomes a count, because the store has no SQL for `ALL`.
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

    /// Translates a condition such as `SUBQUERY(records, $x, condition).@count > 0`. In the store's
    /// SQL, the condition becomes a SELECT COUNT in the WHERE clause. Returns nil if the store does
    /// not support the condition. The collection must be a single key, so that its count is never
    /// nil.
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

    /// Translates a comparison of single values so that missing values give the same result as in
    /// memory. In SQL, a comparison with a missing value is neither true nor false. In memory, a
    /// comparison with exactly one missing value is true only for `!=`, and a negation reverses
    /// this result. Returns nil if Core Data's SQLite store cannot evaluate the comparison, or
    /// cannot give the same result.
    private func askedOfValue(_ comparison: Comparison, _ isNegated: Bool) -> PredicateNode? {
        guard hasPlainOptions(comparison), let paths = pathsOfValues(comparison) else { return nil }
        let node = PredicateNode.comparison(comparison)
        let asked = isNegated ? .not(node) : node
        if comparison.right.isNull { return asked }
        let absent = paths.filter(\.canBeNil)
        // In memory, two missing values are equal.
        if absent.count > 1, comparison.operator.isEquality { return nil }
        if absent.isEmpty || isNegated == (comparison.operator == .notEqual) { return asked }
        // `OR key == nil` is correct only if the other side is never nil: in memory, two missing
        // values are equal.
        guard absent.count == 1, let key = absent.first?.attribute,
            paths.count == 2 || isValue(comparison.left) || !canBeNull(comparison.right)
        else { return nil }
        let isAbsent = Comparison(key, .equal, ExpressionNode(.literal(.null)))
        return .or([asked, .comparison(isAbsent)])
    }

    /// Returns the key paths on the two sides of the comparison; nil if the store does not support
    /// the comparison.
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
            // For BETWEEN, the store treats each element of the array as an expression; an array of
            // plain values is therefore not supported.
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
