import QueryLanguage

/// Checks of predicates for `MemoryStore` and Core Data. They throw a Swift error if Foundation or
/// Core Data would raise an exception for the predicate, or if `CacheStore` would refuse it.
extension DescribedModel {
    /// Throws if the predicate contains a key path that is not in the model, or an operator with
    /// unsuitable operands.
    func check(
        _ tree: PredicateNode,
        of entity: EntityDescription,
        _ values: [String: DataQuery.Argument],
        _ text: String
    ) throws {
        try CollectionCheck(entity: self.entity).check(tree, of: entity, text)
        do throws(Refusal) {
            try tree.forEachComparison(of: entity.name, in: self) {
                (comparison, scope) throws(Refusal) in
                let sides = [comparison.left, comparison.right]
                for part in sides.flatMap(\.ownParts) { try check(part, scope) }
                try check(operandsOf: comparison, scope)
                try check(listsIn: comparison, values)
                try check(typesOf: comparison, scope)
                if comparison.operator == .between { try check(bounds: comparison.right, values) }
                if comparison.operator == .matches { try check(pattern: comparison.right, values) }
            }
            if isInMemory { return }
            if let list = tree.unorderedElement(of: entity.name, in: self, isOrdered: isOrdered) {
                throw Refusal(
                    "\"\(list.text)\" is not ordered, so an index cannot select an element; use ANY or ALL"
                )
            }
        } catch {
            throw StoreError.badFilter(error.problem, text)
        }
    }

    private struct Refusal: Error {
        let problem: String

        init(_ problem: String) { self.problem = problem }
    }

    // MARK: - Key paths

    private func check(_ node: ExpressionNode, _ scope: KeyScope) throws(Refusal) {
        if let (start, keys) = scope.path(node), !has(keys[...], in: start) {
            throw Refusal("\"\(start)\" has no \"\(keyPathText(keys))\"")
        }
        guard case .element(let list, let index) = node.kind else { return }
        let isAttribute = end(of: list, scope)?.kind != nil
        if !isAttribute, case .value(let key) = index, case .literal(.string(let name)) = key.kind {
            throw Refusal(
                "\(key.text) is not a position in a list; to read a key of a record, write \(list.text).\(name)"
            )
        }
        if case .keyPath = list.kind, !scope.isList(list) {
            throw Refusal("\"\(list.text)\" is not a list, so an index cannot select an element")
        }
    }

    private func isOrdered(_ key: String, in entity: String) -> Bool {
        guard let found = self.entity(entity)?.relationships.first(where: { $0.name == key })
        else { return true }
        // For a relationship in a join table, `PairTable.isOrdered` applies.
        return found.join?.isOrdered ?? found.isOrdered
    }

    private func has(
        _ keys: ArraySlice<PathKey>,
        in entity: String,
        afterMany isMany: Bool = false
    ) -> Bool {
        guard let key = keys.first else { return true }
        let rest = keys.dropFirst()
        switch key {
        case .placeholder: return true
        // The keys after a collection operator are relative to the elements.
        case .collection: return isMany && has(rest, in: entity)
        case .name(let name):
            if let next = destination(of: name, in: entity) {
                return has(rest, in: next, afterMany: isMany || isToMany(name, in: entity))
            }
            guard let kind = kind(of: name, in: entity) else { return false }
            switch rest.first {
            case nil: return true
            case .collection(let op):
                return isMany && rest.count == 1 && (op == .count || isInMemory)
            default: return kind == .string && isTextKey(rest)
            }
        }
    }

    /// Returns whether `keys` is a single key that names a property of every string, such as
    /// `length`. Such a key can follow the key of a string attribute.
    private func isTextKey(_ keys: ArraySlice<PathKey>) -> Bool {
        guard keys.count == 1, case .name(let name)? = keys.first else { return false }
        return QueryLanguage.Selector(rawValue: name)?.argumentCount == 0
    }

    // MARK: - Operands

    /// Throws if an operator or quantifier does not suit its operands:
    ///
    /// - a to-many key path where a single value is needed
    /// - a text operator, applied to a value that is not text
    /// - a quantifier, such as ANY, applied to a single value
    private func check(operandsOf comparison: Comparison, _ scope: KeyScope) throws(Refusal) {
        let end = end(of: comparison.left, scope)
        let path = comparison.left.text
        if let quantifier = comparison.quantifier {
            let isOne =
                switch comparison.left.kind {
                case .aggregate, .subquery: false
                case .keyPath, .path, .variable: end?.isMany == false
                default: true
                }
            if isOne {
                throw Refusal("\(path) is a single value; remove \(quantifier.rawValue)")
            }
        }
        let isContains = comparison.operator == .contains
        let sides = [
            (comparison.left, isContains || comparison.quantifier != nil),
            (comparison.right, comparison.operator == .isIn),
        ]
        for (side, mayBeList) in sides {
            let parts = values(of: side)
            // A list in braces has single values as its elements.
            for part in parts where !mayBeList || parts != [side] {
                if self.end(of: part, scope)?.isMany == true {
                    throw Refusal("\"\(part.text)\" is to-many; use ANY or ALL")
                }
            }
        }
        guard let end else { return }
        let asksText = [.beginsWith, .endsWith, .contains, .like, .matches]
            .contains(comparison.operator)
        if asksText, !end.isMany || !isContains, let kind = end.kind, kind != .string {
            throw Refusal(
                "\"\(path)\" is not a text attribute; BEGINSWITH, CONTAINS, ENDSWITH, LIKE and MATCHES require a text attribute"
            )
        }
    }

    /// Throws if the value of a variable does not suit its place: a list where a single value is
    /// needed, or a single value where `IN` needs a list.
    private func check(
        listsIn comparison: Comparison,
        _ values: [String: DataQuery.Argument]
    ) throws(Refusal) {
        let operation = comparison.operator
        let mayBeList = operation == .contains || comparison.quantifier != nil
        // true if the operand must be a list, false if it must be a single value, nil if both are
        // allowed. The bounds of BETWEEN are checked separately.
        let sides: [(ExpressionNode, Bool?)] = [
            (comparison.left, mayBeList ? nil : false),
            (comparison.right, operation == .between ? nil : operation == .isIn),
        ]
        for (side, needsList) in sides {
            guard let needsList, case .variable(let name) = side.kind, let value = values[name]
            else { continue }
            if value.isNull {
                // An SQLite store also rejects nil as a list.
                if needsList { throw Refusal("$\(name) is nil, but a list is expected") }
                continue
            }
            let isList = if case .list = value { true } else { false }
            if isList == needsList { continue }
            throw Refusal(
                needsList
                    ? "$\(name) is a single value, but a list is expected"
                    : "$\(name) is a list, but a single value is expected"
            )
        }
    }

    private func check(
        bounds node: ExpressionNode,
        _ values: [String: DataQuery.Argument]
    ) throws(Refusal) {
        switch node.kind {
        case .aggregate(let bounds) where bounds.count == 2: return
        case .variable(let name):
            if case .list(let bounds)? = values[name], bounds.count == 2 { return }
            if values[name] == nil { return }
        default: break
        }
        throw Refusal("BETWEEN needs two bounds, but \(node.text) is not a list of two values")
    }

    private func check(
        pattern node: ExpressionNode,
        _ values: [String: DataQuery.Argument]
    ) throws(Refusal) {
        switch node.kind {
        case .literal(.string(let pattern)):
            if !isPattern(pattern) {
                throw Refusal("\(node.text) is not a valid regular expression")
            }
        case .variable(let name):
            if case .text(let pattern)? = values[name], !isPattern(pattern) {
                throw Refusal("the value of $\(name) is not a valid regular expression")
            }
        default: break
        }
    }

    // MARK: - Types

    /// Throws if values of incompatible types are compared. All number types are compatible. The
    /// values of variables are checked later, by `fitted(to:_:)`.
    private func check(typesOf comparison: Comparison, _ scope: KeyScope) throws(Refusal) {
        let left = values(of: comparison.left)
        for first in left {
            for second in values(of: comparison.right) {
                try check(first, second, scope)
                try check(second, first, scope)
            }
        }
    }

    private func values(of node: ExpressionNode) -> [ExpressionNode] {
        if case .aggregate(let parts) = node.kind { parts } else { [node] }
    }

    private func check(
        _ value: ExpressionNode,
        _ other: ExpressionNode,
        _ scope: KeyScope
    ) throws(Refusal) {
        if case .literal(let literal) = other.kind, literal != .null,
            let end = end(of: value, scope), end.kind == nil
        {
            throw Refusal(
                "\(other.text) cannot be compared with \(value.text), which is a record; use a variable for the record"
            )
        }
        guard let kind = kind(of: value, scope), kind != .transformable else { return }
        let fits: Bool
        if case .literal(let literal) = other.kind {
            fits = kind.takes(literal)
        } else if let second = self.kind(of: other, scope), second != .transformable {
            fits = kind == second || kind.isNumeric && second.isNumeric
        } else {
            return
        }
        if !fits {
            throw Refusal(
                "\(other.text) cannot be compared with \(value.text), which is \(kind.words)"
            )
        }
    }

    /// Returns the type of an expression's values; nil if the type is unknown.
    private func kind(of node: ExpressionNode, _ scope: KeyScope) -> AttributeDescription.Kind? {
        switch node.kind {
        case .keyPath, .path, .variable: end(of: node, scope)?.kind ?? combined(node, scope)
        case .negative, .complement, .element(_, .size): .double
        case .arithmetic(let left, _, let right):
            switch (kind(of: left, scope), kind(of: right, scope)) {
            case (.date, .date): .double
            case (.date, _), (_, .date): .date
            default: .double
            }
        case .ternary(_, let yes, let no): kind(of: yes, scope) ?? kind(of: no, scope)
        case .function(.now, _): .date
        case .function(.abs, _), .function(.floor, _), .function(.ceiling, _), .function(.trunc, _),
            .function(.sqrt, _), .function(.ln, _), .function(.log, _), .function(.exp, _),
            .function(.modulus, _):
            .double
        case .cast(_, .string): .string
        case .cast(_, .number), .cast(_, .decimal): .double
        case .cast(_, .date): .date
        case .selector(_, let selector, _):
            switch selector {
            case .length, .integerValue, .doubleValue: .double
            default: .string
            }
        case .function(.uppercase, _), .function(.lowercase, _), .function(.canonical, _): .string
        case .function(.length, _): .double
        default: nil
        }
    }

    /// Returns the result type of the node's collection operator, such as `@sum`; nil if the type
    /// is unknown or the node has no collection operator.
    private func combined(
        _ node: ExpressionNode,
        _ scope: KeyScope
    ) -> AttributeDescription.Kind? {
        guard let (start, keys) = scope.path(node) else { return nil }
        for (position, key) in keys.enumerated() {
            switch key {
            case .collection(.count), .collection(.sum), .collection(.average): return .double
            case .collection:
                let all = Array(keys[..<position] + keys[(position + 1)...])
                return end(of: all[...], in: start)?.kind
            default: break
            }
        }
        return nil
    }

    /// Returns whether the key path can have several values, together with the type of its values.
    /// The type is nil if the values are records. The whole result is nil if the node is not a key
    /// path, or if a key is not a property of the model.
    private func end(
        of node: ExpressionNode,
        _ scope: KeyScope
    ) -> (isMany: Bool, kind: AttributeDescription.Kind?)? {
        scope.path(node).flatMap { end(of: $0.keys[...], in: $0.entity) }
    }

    private func end(
        of keys: ArraySlice<PathKey>,
        in entity: String
    ) -> (isMany: Bool, kind: AttributeDescription.Kind?)? {
        guard case .name(let name)? = keys.first else { return keys.isEmpty ? (false, nil) : nil }
        let isMany = isToMany(name, in: entity)
        guard let next = destination(of: name, in: entity) else {
            // The model does not state the type of a string's property, such as `length`.
            return keys.count == 1 ? (isMany, kind(of: name, in: entity)) : nil
        }
        return end(of: keys.dropFirst(), in: next).map { ($0.isMany || isMany, $0.kind) }
    }
}

extension AttributeDescription.Kind {
    fileprivate func takes(_ literal: Literal) -> Bool {
        switch literal {
        case .null: true
        case .string: self == .string
        case .integer(0), .integer(1): isNumeric || self == .boolean
        case .integer, .real: isNumeric
        case .boolean: isNumeric || self == .boolean
        }
    }
}
