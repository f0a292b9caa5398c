extension PredicateNode {
    /// The part of the predicate, asked of records of `entity`, that Core Data's SQLite store can be
    /// asked for, and the part that is to be evaluated for each object: the store raises an exception
    /// for what it has no SQL for, and its SQL answers some questions otherwise than memory does.
    ///
    /// To the store go comparisons of key paths with values, with `ANY`, counts, and what `NOT`, `AND`
    /// and `OR` make of them. In SQL a comparison with an absent value is neither true nor false, so
    /// what stands under `NOT` goes there where every record has a value, and `note != $v` asks for
    /// those without a note as well. Only the conjunction at the top is divided. `nullable` are the
    /// variables whose value may be absent.
    package func dividedForFetching(
        of entity: String,
        in model: any FormatModel,
        nullable: Set<String> = []
    ) -> (fetched: PredicateNode?, rest: PredicateNode?) {
        let store = SQLiteStore(model: model, entity: entity, nullable: nullable)
        let parts = if case .and(let parts) = self { parts } else { [self] }
        let rest = PredicateNode.conjunction(of: parts.filter { store.asked($0) == nil })
        return (
            .conjunction(of: parts.compactMap(store.asked)),
            rest?.countingElements(of: entity, in: model)
        )
    }

    private static func conjunction(of parts: [PredicateNode]) -> PredicateNode? {
        parts.count > 1 ? .and(parts) : parts.first
    }
}

/// What the SQL generator of Core Data's SQLite store takes.
private struct SQLiteStore {
    let model: any FormatModel
    let entity: String
    let nullable: Set<String>

    /// What the store is asked for; nil where it is not.
    func asked(_ node: PredicateNode) -> PredicateNode? {
        if takes(node) { return node }
        switch node {
        case .and(let parts), .or(let parts):
            let asked = parts.compactMap(asked)
            if asked.count < parts.count { return nil }
            if case .and = node { return .and(asked) }
            return .or(asked.flatMap { if case .or(let inner) = $0 { inner } else { [$0] } })
        case .comparison(let comparison) where isDifferenceOfAttribute(comparison):
            let absence = Comparison(comparison.left, .equal, ExpressionNode(.literal(.null)))
            return .or([node, .comparison(absence)])
        case .comparison, .constant, .not: return nil
        }
    }

    private func isDifferenceOfAttribute(_ comparison: Comparison) -> Bool {
        guard case .keyPath(let keys) = comparison.left.kind, keys.count == 1,
            case .name(let name) = keys[0], model.destination(of: name, in: entity) == nil
        else { return false }
        return comparison.operator == .notEqual && comparison.quantifier == nil
            && comparison.options.isSubset(of: [.caseInsensitive, .diacriticInsensitive])
            && isValue(comparison.right)
    }

    private func takes(_ node: PredicateNode, isNegated: Bool = false) -> Bool {
        switch node {
        case .constant: true
        case .not(let inner): takes(inner, isNegated: true)
        case .and(let parts), .or(let parts):
            parts.allSatisfy { takes($0, isNegated: isNegated) }
        case .comparison(let comparison): takes(comparison, isNegated: isNegated)
        }
    }

    private func takes(_ comparison: Comparison, isNegated: Bool) -> Bool {
        guard comparison.options.isSubset(of: [.caseInsensitive, .diacriticInsensitive]),
            isTaken(comparison.quantifier, isNegated: isNegated)
        else { return false }
        let (left, right) = (path(comparison.left), path(comparison.right))
        if comparison.right.isNull {
            // With a join for `ANY`, the absence of any record would do as well.
            return comparison.operator.isEquality && left?.isSingle == true
        }
        let needsValue = isNegated || comparison.operator == .notEqual
        let paths = [left, right].compactMap { $0 }
        if needsValue && paths.contains(where: \.canBeNil) { return false }
        guard let left else {
            return right?.isSingle == true && comparison.operator.isOrderOrEquality
                && comparison.quantifier == nil && isValue(comparison.left)
        }
        let isAllowed = comparison.quantifier == nil ? left.isSingle : left.isOneOfMany
        switch comparison.operator {
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
            let canBeNull = comparison.operator.isEquality && !left.isCount
            let isRight = right?.isSingle ?? isValue(comparison.right, canBeNull: canBeNull)
            return isRight && (isAllowed || left.isCount && comparison.quantifier == nil)
        case .contains where left.isRecords:
            return comparison.quantifier == nil && !isNegated && comparison.options.isEmpty
                && left.manyCount == 1 && isValue(comparison.right)
        case .beginsWith, .endsWith, .contains, .like, .matches:
            return isAllowed && isText(comparison.right)
        case .isIn: return isAllowed && comparison.options.isEmpty && isList(comparison.right)
        case .between:
            // Of an array of values the store asks what only expressions answer.
            guard case .aggregate = comparison.right.kind else { return false }
            return left.isSingle && comparison.options.isEmpty && isList(comparison.right)
        }
    }

    /// `ALL` has no SQL. `ANY` is a join, the negation of which finds records of which any other does
    /// not match; Core Data makes the same of `NONE`.
    private func isTaken(_ quantifier: Comparison.Quantifier?, isNegated: Bool) -> Bool {
        switch quantifier {
        case nil: true
        case .any: !isNegated
        case .all, .none?: false
        }
    }

    // MARK: - Values

    private func isValue(_ node: ExpressionNode, canBeNull: Bool = false) -> Bool {
        switch node.kind {
        case .literal, .function(.now, _): !node.isNull
        case .variable(let name): canBeNull || !nullable.contains(name)
        default: false
        }
    }

    private func isText(_ node: ExpressionNode) -> Bool {
        switch node.kind {
        case .literal(.string): true
        case .variable(let name): !nullable.contains(name)
        default: false
        }
    }

    private func isList(_ node: ExpressionNode) -> Bool {
        switch node.kind {
        case .variable(let name): !nullable.contains(name)
        case .aggregate(let parts):
            parts.allSatisfy { part in
                if case .function = part.kind { false } else { isValue(part) }
            }
        default: false
        }
    }

    // MARK: - Key paths

    private struct Path {
        /// How many of its keys lead to any number of records.
        var manyCount = 0
        /// Whether it ends at records instead of their attribute.
        var isRecords = false
        var isCount = false
        /// Whether a value may be absent, or a record on the way.
        var canBeNil = false

        var isSingle: Bool { manyCount == 0 && !isCount }
        /// The store raises an exception for two keys that lead to many.
        var isOneOfMany: Bool { manyCount == 1 && !isCount }
    }

    /// A path of names, with a count of what the first leads to behind it at most.
    private func path(_ node: ExpressionNode) -> Path? {
        guard case .keyPath(let keys) = node.kind else { return nil }
        var path = Path()
        var current: String? = entity
        for (index, key) in keys.enumerated() {
            switch key {
            case .name(let name):
                guard let entity = current else { return nil }
                current = model.destination(of: name, in: entity)
                let isMany = model.isToMany(name, in: entity)
                if isMany { path.manyCount += 1 }
                path.isRecords = isMany && index == keys.count - 1
                if !isMany && !model.isRequired(name, in: entity) { path.canBeNil = true }
            case .collection(.count) where index == 1 && keys.count == 2 && path.manyCount == 1:
                (path.isCount, path.isRecords) = (true, false)
            case .collection, .placeholder: return nil
            }
        }
        // Records are compared by the attribute that identifies them.
        if let entity = current, !path.isCount, let key = model.identityKey(of: entity),
            !model.isRequired(key, in: entity)
        {
            path.canBeNil = true
        }
        return path
    }
}

extension Comparison.Operator {
    fileprivate var isEquality: Bool { self == .equal || self == .notEqual }

    fileprivate var isOrderOrEquality: Bool {
        switch self {
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
        default: false
        }
    }
}

extension ExpressionNode {
    fileprivate var isNull: Bool { kind == .literal(.null) }
}
