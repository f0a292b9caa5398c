import QueryLanguage
import Schema

/// A check of the keys in a part of a predicate that SQL cannot express and that is therefore
/// evaluated in memory. The translation of this part to SQL ends at the first unsupported
/// expression, and does not look up the keys after it.
extension Compiler {
    /// Looks up every key of the predicate in the model.
    ///
    /// - Parameter variables: the entities of the variables of the enclosing subqueries, keyed by
    ///   name without the dollar sign.
    func checkKeys(
        of predicate: PredicateNode,
        _ variables: [String: Entity] = [:]
    ) throws(PredicateTextError) {
        for comparison in predicate.comparisons {
            _ = try records(of: comparison.left, variables)
            _ = try records(of: comparison.right, variables)
        }
    }

    /// Looks up the keys of an expression. If the expression leads to one or more records, returns
    /// their entity. Returns nil if it leads to values, or if the entity is not known.
    private func records(
        of node: ExpressionNode,
        _ variables: [String: Entity]
    ) throws(PredicateTextError) -> Entity? {
        switch node.kind {
        case .keyPath(let keys):
            return try records(at: keys[...], from: scopes[0].entity, node.range)
        case .variable(let name): return variables[name]
        case .path(let base, let keys):
            guard let start = try records(of: base, variables) else { return nil }
            return try records(at: keys[...], from: start, node.range)
        case .element(let base, let index):
            let found = try records(of: base, variables)
            if case .value(let position) = index {
                if case .literal(.string(let key)) = position.kind {
                    throw PredicateTextError(
                        "not-a-position",
                        position.range,
                        "\(position.text) is not a position in a list",
                        expected: "a number, FIRST, LAST or SIZE",
                        fix: "to read a key of a record, write \(base.text).\(key)"
                    )
                }
                _ = try records(of: position, variables)
            }
            return index == .size ? nil : found
        case .subquery(let collection, let name, let condition):
            let found = try records(of: collection, variables)
            var inner = variables
            inner[name] = found
            try checkKeys(of: condition, inner)
            return found
        default:
            for part in node.parts { _ = try records(of: part, variables) }
            return nil
        }
    }

    /// Looks up `keys`, which start at a record of `start`. Returns the entity at the end of the
    /// path; nil if the path leads to values.
    func records(
        at keys: ArraySlice<PathKey>,
        from start: Entity,
        _ range: SourceRange
    ) throws(PredicateTextError) -> Entity? {
        var entity = start
        for key in keys {
            switch key {
            case .placeholder, .collection(.count): return nil
            case .collection: continue
            case .name(let name):
                if entity.attribute(named: name) != nil { return nil }
                let found = try relationship(name, of: entity, range)
                entity = try destination(of: found, range)
            }
        }
        return entity
    }
}
