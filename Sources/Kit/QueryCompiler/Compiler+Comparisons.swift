import Diagnostics
import QueryLanguage
import Schema

extension Compiler {
    mutating func comparison(_ comparison: Comparison) throws(PredicateTextError) -> String {
        if comparison.quantifier != nil { return try quantified(comparison) }
        warnOfMistakenKey(comparison)
        if !hasValues, nilTested(comparison) != nil { return try untyped(comparison) }
        switch comparison.operator {
        case .isIn: return try membership(comparison.left, comparison, in: comparison.right)
        case .contains where isCollection(comparison.left):
            return try membership(comparison.right, comparison, in: comparison.left)
        case .contains where try isListVariable(comparison.left, containing: comparison.right):
            return try membership(comparison.right, comparison, in: comparison.left)
        default: break
        }
        // A literal adopts the type of the other side.
        var type = comparison.left.isLiteral ? try typeOfRight(comparison) : nil
        if type == nil || comparison.right.isLiteral { type = try self.type(of: comparison.left) }
        if type == nil { type = try typeOfRight(comparison) }
        guard let type else { return try untyped(comparison) }
        let left = try operand(comparison.left, type)
        return try self.comparison(left, comparison, type)
    }

    private func typeOfRight(_ comparison: Comparison) throws(PredicateTextError) -> ValueType? {
        guard case .aggregate(let elements) = comparison.right.kind else {
            return try type(of: comparison.right)
        }
        for element in elements {
            if let found = try type(of: element) { return found }
        }
        return nil
    }

    /// Translates a comparison whose two sides have unknown types. If both sides are the literal
    /// nil, returns TRUE for `==` and FALSE for any other operator. If the variables have values, a
    /// variable can be compared with nil. Throws an error for all other comparisons, such as
    /// `$a == $b`.
    mutating func untyped(_ comparison: Comparison) throws(PredicateTextError) -> String {
        if let test = nilTest(comparison) { return test }
        let sides = [comparison.left, comparison.right].filter { $0.kind != .literal(.null) }
        for side in sides {
            var parts = [side]
            if case .aggregate(let elements) = side.kind {
                parts = elements.filter { $0.kind != .literal(.null) }
            }
            for part in parts {
                var probe = self
                probe.isProbing = true
                // Throws if this part has no SQL form.
                _ = try probe.operand(part, nil)
            }
        }
        if !sides.isEmpty {
            let entity = scopes[0].entity
            let keys = entity.propertyNames.filter(canBeKey).joined(separator: ", ")
            var isVariableOnly = false
            if sides.count == 1, case .variable = sides[0].kind { isVariableOnly = true }
            throw PredicateTextError(
                "no-key-path",
                comparison.range,
                isVariableOnly && !hasValues
                    ? "\(sides[0].text) is never nil, because each parameter of a method has a value"
                    : "neither side of this comparison is a key",
                expected: "a comparison with a key of \"\(entity.name)\"",
                fix: isVariableOnly
                    ? "if there may be no value, write a second query without the condition"
                    : "the keys of \"\(entity.name)\" are \(keys)"
            )
        }
        return comparison.operator == .equal ? "TRUE" : "FALSE"
    }

    /// Translates `$x == nil` or `$x != nil`, for a variable `$x` that has a value. Returns nil for
    /// any other comparison.
    private mutating func nilTest(_ comparison: Comparison) -> String? {
        guard hasValues, let name = nilTested(comparison), !lists.contains(name) else { return nil }
        let test = comparison.operator == .equal ? "IS NULL" : "IS NOT NULL"
        return "\(bound(.parameter(name))) \(test)"
    }

    /// Returns the name of the variable that the comparison compares with nil; nil for any other
    /// comparison.
    private func nilTested(_ comparison: Comparison) -> String? {
        let (left, right) = (comparison.left, comparison.right)
        let isLeftNil = left.kind == .literal(.null)
        guard comparison.quantifier == nil,
            comparison.operator == .equal || comparison.operator == .notEqual,
            isLeftNil || right.kind == .literal(.null),
            case .variable(let name) = isLeftNil ? right.kind : left.kind,
            !scopes.contains(where: { $0.variable == name })
        else { return nil }
        return name
    }

    /// Translates a comparison whose left side has already been translated to `operand`.
    ///
    /// - Parameter type: the type of the compared values if `operand` has no known type.
    mutating func comparison(
        _ operand: Operand,
        _ comparison: Comparison,
        _ type: ValueType
    ) throws(PredicateTextError) -> String {
        let type = operand.type ?? type
        try check(comparison, type)
        let left = Operand(sql: folded(operand.sql, comparison, type), type: type)
        if comparison.operator == .between { return try range(left, comparison, type) }
        let right = try self.right(comparison.right, comparison, type)
        switch comparison.operator {
        case .beginsWith, .endsWith, .contains:
            return sql(comparison, left, part: part(right, comparison.right, comparison))
        default: return sql(comparison, left, right)
        }
    }

    private mutating func right(
        _ node: ExpressionNode,
        _ comparison: Comparison,
        _ type: ValueType
    ) throws(PredicateTextError) -> String {
        let value: Operand
        do {
            value = try operand(node, type)
        } catch {
            throw type == .text ? adviceForText(node, error) : error
        }
        if let found = value.type, !isComparable(found, type) { throw mismatch(node, type) }
        guard comparison.operator == .matches else { return folded(value.sql, comparison, type) }
        if case .variable(let name) = node.kind { patterns.insert(name) }
        return value.sql
    }

    /// Returns `error`. If the error concerns an unknown key that may be a string, adds the advice
    /// to use quotes. Adds no advice in two cases:
    ///
    /// - The key resembles a property of the query's entity.
    /// - The key is a property of a subquery's records, and lacks the subquery's variable.
    private func adviceForText(
        _ node: ExpressionNode,
        _ error: PredicateTextError
    ) -> PredicateTextError {
        guard error.id == "unknown-key", case .keyPath(let keys) = node.kind, keys.count == 1,
            error.advice != .elementVariable,
            nearestName(to: node.text, among: scopes[0].entity.propertyNames) == nil
        else { return error }
        var error = error
        error.fix = "for a string, use quotes: \"\(node.text)\""
        error.advice = .quotes
        return error
    }

    private func sql(_ comparison: Comparison, _ left: Operand, _ right: String) -> String {
        switch comparison.operator {
        // IS, not =: a missing value must equal a missing value and differ from every present one.
        case .equal: return "\(left.sql) IS \(right)"
        case .notEqual: return "\(left.sql) IS NOT \(right)"
        case .like: return "store_like(\(left.sql), \(right))"
        case .matches:
            let letters = comparison.options.folding.text.filter(\.isLetter)
            return "store_matches(\(left.sql), \(right), '\(letters)')"
        default: return "\(left.sql) \(comparison.operator.rawValue) \(right)"
        }
    }

    private mutating func range(
        _ left: Operand,
        _ comparison: Comparison,
        _ type: ValueType
    ) throws(PredicateTextError) -> String {
        if case .variable(let name) = comparison.right.kind,
            !scopes.contains(where: { $0.variable == name })
        {
            // The number of elements in the list is not known until the query is executed.
            throw inMemory("BETWEEN with the list $\(name)", comparison.right.range)
        }
        guard case .aggregate(let bounds) = comparison.right.kind, bounds.count == 2 else {
            throw PredicateTextError(
                "no-range",
                comparison.right.range,
                "BETWEEN needs two bounds",
                expected: "{lower, upper}"
            )
        }
        let lower = try right(bounds[0], comparison, type)
        let upper = try right(bounds[1], comparison, type)
        return "\(left.sql) BETWEEN \(lower) AND \(upper)"
    }

    // MARK: - Lists

    private func isCollection(_ node: ExpressionNode) -> Bool {
        if case .aggregate = node.kind { return true }
        guard let (keys, scope) = start(of: node) else { return false }
        return !keys.contains(where: \.isCollection) && toManyPosition(keys[...], in: scope) != nil
    }

    /// Returns the keys of a key path, and the index of the scope in which the path starts. Returns
    /// nil for any other expression.
    func start(of node: ExpressionNode) -> (keys: [PathKey], scope: Int)? {
        switch node.kind {
        case .keyPath(let keys): return (keys, 0)
        case .path(let base, let keys):
            switch base.kind {
            case .keyPath(let first): return (first + keys, 0)
            case .variable(let name):
                return scopes.lastIndex { $0.variable == name }.map { (keys: keys, scope: $0) }
            default: return nil
            }
        default: return nil
        }
    }

    /// Returns whether `list` is a variable that must be a list in `$list CONTAINS value`. A
    /// variable in ``lists`` must be a list. Any other variable must be a list if `value` is known
    /// not to be a string, because a string can contain only strings. Returns false for the
    /// variable of a subquery.
    private func isListVariable(
        _ list: ExpressionNode,
        containing value: ExpressionNode
    ) throws(PredicateTextError) -> Bool {
        guard case .variable(let name) = list.kind, !scopes.contains(where: { $0.variable == name })
        else { return false }
        if lists.contains(name) { return true }
        return try type(of: value).map { $0 != .text } ?? false
    }

    private mutating func membership(
        _ value: ExpressionNode,
        _ comparison: Comparison,
        in collection: ExpressionNode
    ) throws(PredicateTextError) -> String {
        switch collection.kind {
        case .aggregate(let elements):
            // A literal adopts the type of an element.
            let first = value.isLiteral ? elements.filter { !$0.isLiteral } : []
            var type: ValueType?
            for node in first + [value] + elements where type == nil {
                type = try self.type(of: node)
            }
            guard let type else { return try untyped(comparison) }
            let left = folded(try operand(value, type).sql, comparison, type)
            return try membership(left, comparison, elements, type)
        case .variable(let name) where !scopes.contains { $0.variable == name }:
            var found = value.isLiteral ? variableType(name) : nil
            if found == nil { found = try self.type(of: value) }
            guard let type = found else { return try untyped(comparison) }
            let left = folded(try operand(value, type).sql, comparison, type)
            return try membership(left, comparison, name, type, collection.range)
        default: break
        }
        if isCollection(collection) {
            let element = try openCollection(collection)
            defer { scopes.removeLast() }
            guard let type = element.type else { return try untyped(comparison) }
            let left = try right(value, comparison, type)
            let matches = "\(folded(element.sql, comparison, type)) IS \(left)"
            return "EXISTS (SELECT 1 \(scopes[scopes.count - 1].clause(matches)))"
        }
        // The only remaining case is a substring search.
        let found = try type(of: collection)
        if found == nil, collection.kind != .literal(.null) {
            // Throws if the value or the collection is invalid, or is evaluated in memory.
            _ = try type(of: value)
            _ = try operand(collection, .text)
        }
        if found == .text {
            let part = try operand(value, .text)
            if let found = part.type, found != .text { throw mismatch(value, .text) }
            let whole = folded(try operand(collection, .text).sql, comparison, .text)
            let found = self.part(folded(part.sql, comparison, .text), value, comparison)
            return "instr(\(whole), \(found)) > 0"
        }
        throw PredicateTextError(
            "not-a-list",
            collection.range,
            "\(collection.text) is neither a list nor a string",
            expected: "{value, value, …}, $values or a to-many key"
        )
    }

    mutating func membership(
        _ left: String,
        _ comparison: Comparison,
        _ elements: [ExpressionNode],
        _ type: ValueType
    ) throws(PredicateTextError) -> String {
        let present = elements.filter { $0.kind != .literal(.null) }
        let hasNull = present.count < elements.count
        var terms: [String] = []
        for element in present { terms.append(try right(element, comparison, type)) }
        // An element of the list may be nil at run time; IS makes it equal to a nil on the left.
        if !present.allSatisfy(isPresent) {
            return once(left) { left in
                let parts = terms.map { "\(left) IS \($0)" }
                let all = parts + (hasNull ? ["\(left) IS NULL"] : [])
                return "(\(all.joined(separator: " OR ")))"
            }
        }
        let list = "IN (\(terms.joined(separator: ", ")))"
        if !hasNull { return "\(left) \(list)" }
        return once(left) { "(\($0) \(list) OR \($0) IS NULL)" }
    }

    mutating func membership(
        _ left: String,
        _ comparison: Comparison,
        _ name: String,
        _ type: ValueType,
        _ range: SourceRange
    ) throws(PredicateTextError) -> String {
        let list = try parameter(name, type, isList: true, range)
        // The list is JSON text, in which the elements of some types are encoded.
        let value =
            switch type.stored {
            case .string: "store_element(value)"
            case .binary, .transformable, .composite, .undefined: "store_bytes(value)"
            default: type.sql("value")
            }
        let element = folded(value, comparison, type)
        let isFound = "IN (SELECT \(element) FROM json_each(\(list)))"
        if !nullable.contains(name) { return "\(left) \(isFound)" }
        // With a NULL on the left, SQL's IN is never true.
        let hasNull = "EXISTS (SELECT 1 FROM json_each(\(list)) WHERE value IS NULL)"
        return once(left) { "(\($0) \(isFound) OR \($0) IS NULL AND \(hasNull))" }
    }

    /// Returns whether the expression is never nil and has the same value for every row.
    private func isPresent(_ node: ExpressionNode) -> Bool {
        if case .variable(let name) = node.kind, nullable.contains(name) { return false }
        return node.isConstant
    }

    // MARK: - Types

    func folded(_ sql: String, _ comparison: Comparison, _ type: ValueType) -> String {
        // Options affect only strings; MATCHES does its own folding.
        guard type == .text, sql != "NULL", comparison.operator != .matches else { return sql }
        return foldedSQL(sql, comparison.options)
    }

    private func check(_ comparison: Comparison, _ type: ValueType) throws(PredicateTextError) {
        switch comparison.operator {
        case .beginsWith, .endsWith, .contains, .like, .matches:
            if type != .text {
                throw PredicateTextError(
                    "not-a-string",
                    comparison.left.range,
                    "\(comparison.operator.rawValue) needs a string, but \(comparison.left.text) is \(type.words)",
                    fix: type == .attribute(.transformable)
                        ? "to search the elements, store them as related records"
                        : reservedKeyFix(comparison.left)
                )
            }
            if comparison.operator == .matches,
                case .literal(.string(let pattern)) = comparison.right.kind, !isPattern(pattern)
            {
                let error = MatchError.badPattern
                let range = comparison.right.range
                throw PredicateTextError(error.id, range, error.problem, fix: error.fix)
            }
        case .less, .lessOrEqual, .greater, .greaterOrEqual, .between:
            guard case .attribute(let attribute) = type, attribute.isOrdered else {
                throw PredicateTextError(
                    "not-ordered",
                    comparison.left.range,
                    "\(comparison.operator.rawValue) needs values that can be ordered, "
                        + "but \(comparison.left.text) is \(type.words)",
                    fix: reservedKeyFix(comparison.left)
                )
            }
        case .equal, .notEqual, .isIn:
            let isWithNil = [comparison.left, comparison.right].contains {
                $0.kind == .literal(.null)
            }
            if type == .attribute(.transformable), !isWithNil {
                let value = comparison.left.text
                throw comparedCollection("\(value) is a collection", comparison.range)
            }
        }
    }
}

extension ExpressionNode {
    fileprivate var isLiteral: Bool { if case .literal = kind { true } else { false } }

    /// Whether the expression is a literal or a variable. Such an expression has the same value for
    /// every row.
    var isConstant: Bool {
        switch kind {
        case .literal, .variable: true
        default: false
        }
    }
}
