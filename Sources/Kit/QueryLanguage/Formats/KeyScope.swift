/// The records at which key paths in a part of a predicate can start: the evaluated record, and the
/// elements of the enclosing subqueries.
package struct KeyScope {
    let model: any FormatModel
    /// The entity of the evaluated record.
    let entity: String
    /// The entity of the elements in each enclosing subquery, keyed by the subquery's variable.
    var elements: [String: String] = [:]

    /// Returns the entity at which a key path starts, and the path's keys. Returns nil if the node
    /// is not a key path or the entity is unknown.
    package func path(_ node: ExpressionNode) -> (entity: String, keys: [PathKey])? {
        switch node.kind {
        case .keyPath(let keys): return (entity, keys)
        case .variable(let name): return elements[name].map { ($0, []) }
        case .path(let base, let keys):
            if case .element(let list, let index) = base.kind, index != .size {
                return isList(list) ? records(of: list).map { ($0, keys) } : nil
            }
            guard let (start, first) = path(base) else { return nil }
            return (start, first + keys)
        default: return nil
        }
    }

    /// Returns whether the node is a list: a subquery, or a key path with a to-many relationship.
    package func isList(_ node: ExpressionNode) -> Bool {
        if case .subquery = node.kind { return true }
        return path(node).map { model.leadsToMany($0.keys, from: $0.entity) } == true
    }

    /// Returns the entity of the records to which a key path or a subquery leads. Returns nil if it
    /// leads to values.
    private func records(of node: ExpressionNode) -> String? {
        if case .subquery(let collection, _, _) = node.kind { return records(of: collection) }
        guard let (start, keys) = path(node) else { return nil }
        var entity = start
        for key in keys {
            guard case .name(let name) = key, let next = model.destination(of: name, in: entity)
            else { return nil }
            entity = next
        }
        return entity
    }

    /// Calls `body` with each comparison in `node` and with the scope of its key paths. Comparisons
    /// in subqueries and in the conditions of `TERNARY` are included.
    fileprivate func visit<E: Error>(
        _ node: PredicateNode,
        _ body: (Comparison, KeyScope) throws(E) -> Void
    ) throws(E) {
        for comparison in node.comparisons {
            try body(comparison, self)
            for side in [comparison.left, comparison.right] {
                for part in side.ownParts {
                    switch part.kind {
                    case .ternary(let condition, _, _): try visit(condition, body)
                    case .subquery(let collection, let name, let predicate):
                        var inner = self
                        inner.elements[name] = records(of: collection)
                        try inner.visit(predicate, body)
                    default: break
                    }
                }
            }
        }
    }
}

extension PredicateNode {
    /// Calls `body` for each comparison in this predicate about records of `entity`, with the scope
    /// of the comparison's key paths. Includes comparisons in subqueries and in the conditions of
    /// `TERNARY`.
    package func forEachComparison<E: Error>(
        of entity: String,
        in model: any FormatModel,
        _ body: (Comparison, KeyScope) throws(E) -> Void
    ) throws(E) {
        try KeyScope(model: model, entity: entity).visit(self, body)
    }

    /// Finds the first index, as in `notes[0]`, after a key path that contains an unordered to-many
    /// relationship. Returns the key path without the index; nil if there is no such index.
    /// Foundation represents the records of an unordered relationship as a set, and would raise an
    /// exception for the index.
    package func unorderedElement(
        of entity: String,
        in model: any FormatModel,
        isOrdered: (_ key: String, _ entity: String) -> Bool
    ) -> ExpressionNode? {
        var found: ExpressionNode?
        forEachComparison(of: entity, in: model) { comparison, scope in
            for part in comparison.left.ownParts + comparison.right.ownParts {
                guard found == nil, case .element(let list, let index) = part.kind, index != .size,
                    let (start, keys) = scope.path(list)
                else { continue }
                var current: String? = start
                for case .name(let name) in keys {
                    guard let entity = current else { break }
                    if model.isToMany(name, in: entity), !isOrdered(name, entity) { found = list }
                    current = model.destination(of: name, in: entity)
                }
            }
        }
        return found
    }
}

extension ExpressionNode {
    /// The expression and its subexpressions, except those in the predicates of `TERNARY` and
    /// `SUBQUERY`.
    package var ownParts: [ExpressionNode] {
        switch kind {
        case .ternary(_, let yes, let no): [self] + yes.ownParts + no.ownParts
        case .subquery(let collection, _, _): [self] + collection.ownParts
        default: [self] + parts.flatMap(\.ownParts)
        }
    }
}
