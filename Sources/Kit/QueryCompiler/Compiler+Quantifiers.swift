import QueryLanguage

extension Compiler {
    mutating func quantified(_ comparison: Comparison) throws(PredicateTextError) -> String {
        var plain = comparison
        plain.quantifier = nil
        if case .aggregate(let elements) = comparison.left.kind {
            return try listed(elements, plain, comparison.quantifier)
        }
        if case .subquery = comparison.left.kind {
            throw inMemory("a quantifier on SUBQUERY", comparison.left.range)
        }
        if let quantifier = comparison.quantifier, isCombined(comparison.left) {
            throw PredicateTextError(
                "not-to-many",
                comparison.left.range,
                "\"\(comparison.left.text)\" is one value, not a list",
                fix: quantifier == Comparison.Quantifier.none
                    ? "write NOT in place of NONE" : "remove \(quantifier.rawValue)",
                advice: .noQuantifier
            )
        }
        let element = try openCollection(comparison.left)
        defer { scopes.removeLast() }
        guard let type = element.type else { return try untyped(comparison) }
        let matches: String
        if comparison.operator == .isIn {
            matches = try memberOf(element, plain, type)
        } else {
            // A record cannot contain another record, so `ANY records CONTAINS $record` is
            // translated as `ANY records == $record`.
            if case .identity = type, comparison.operator == .contains { plain.operator = .equal }
            plain.left = comparison.left
            matches = try self.comparison(element, plain, type)
        }
        let scope = scopes[scopes.count - 1]
        switch comparison.quantifier {
        case .all: return "NOT EXISTS (SELECT 1 \(scope.clause("(\(matches)) IS NOT TRUE")))"
        case .some(.none): return "NOT EXISTS (SELECT 1 \(scope.clause(matches)))"
        default: return "EXISTS (SELECT 1 \(scope.clause(matches)))"
        }
    }

    /// Returns whether a collection operator directly follows the first to-many relationship of a
    /// key path, as in `cities.@count`. The key path then leads to one value.
    private func isCombined(_ node: ExpressionNode) -> Bool {
        guard let (keys, scope) = start(of: node),
            let many = toManyPosition(keys[...], in: scope)
        else { return false }
        return keys.dropFirst(many + 1).first?.isCollection == true
    }

    /// Returns an SQL condition that tests whether the list on the right side contains `element`.
    /// `element` is an element of the collection on the left side.
    private mutating func memberOf(
        _ element: Operand,
        _ comparison: Comparison,
        _ type: ValueType
    ) throws(PredicateTextError) -> String {
        let left = folded(element.sql, comparison, type)
        switch comparison.right.kind {
        case .aggregate(let elements): return try membership(left, comparison, elements, type)
        case .variable(let name) where !scopes.contains { $0.variable == name }:
            return try membership(left, comparison, name, type, comparison.right.range)
        default: throw inMemory("ANY … IN \(comparison.right.text)", comparison.right.range)
        }
    }

    /// Translates a quantified comparison of a list of expressions, such as `ANY {a, b} == 1`.
    private mutating func listed(
        _ elements: [ExpressionNode],
        _ comparison: Comparison,
        _ quantifier: Comparison.Quantifier?
    ) throws(PredicateTextError) -> String {
        var terms: [String] = []
        for element in elements {
            var one = comparison
            one.left = element
            terms.append("(\(try self.comparison(one)))")
        }
        switch quantifier {
        case .all: return terms.isEmpty ? "TRUE" : "(\(terms.joined(separator: " AND ")))"
        case .some(.none):
            return terms.isEmpty ? "TRUE" : "(\(terms.joined(separator: " OR "))) IS NOT TRUE"
        default: return terms.isEmpty ? "FALSE" : "(\(terms.joined(separator: " OR ")))"
        }
    }
}
