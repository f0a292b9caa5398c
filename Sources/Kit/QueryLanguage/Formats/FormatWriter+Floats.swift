extension PredicateNode {
    /// Returns this predicate about records of `entity`, with each number that is compared with a
    /// `Float` attribute rounded to `Float`, as in Core Data. Without rounding, `weight == 0.1`
    /// would never be true, because 0.1 is not the value of any `Float`.
    package func roundingFloats(of entity: String, in model: any FormatModel) -> PredicateNode {
        var writer = FormatWriter(model: model, entity: entity, dates: [])
        return writer.rounded(self)
    }
}

/// Returns the value that a `Float` attribute stores for `number`. Returns `number` itself if it is
/// too large for a `Float`.
package func roundedToFloat(_ number: Double) -> Double {
    let rounded = Double(Float(number))
    return rounded.isFinite ? rounded : number
}

/// Returns the value that a `Float` attribute stores for `number`; nil if this is the number itself.
package func roundedToFloat(_ number: Int64) -> Double? {
    Float(exactly: number) == nil ? Double(Float(number)) : nil
}

extension FormatWriter {
    fileprivate mutating func rounded(_ node: PredicateNode) -> PredicateNode {
        switch node {
        case .constant: return node
        case .not(let inner): return .not(rounded(inner))
        case .and(let parts): return .and(parts.map { rounded($0) })
        case .or(let parts): return .or(parts.map { rounded($0) })
        case .comparison(var comparison):
            let (left, right) = (comparison.left, comparison.right)
            comparison.left = rounded(left, isFloat: isFloat(right))
            comparison.right = rounded(right, isFloat: isFloat(left))
            return .comparison(comparison)
        }
    }

    private func isFloat(_ node: ExpressionNode) -> Bool {
        guard let target = target(of: node), let key = target.attribute else { return false }
        return model.isFloat(key, in: target.entity)
    }

    /// - Parameter isFloat: whether the value of `node` is compared with a `Float` attribute.
    private mutating func rounded(
        _ node: ExpressionNode,
        isFloat: Bool = false
    ) -> ExpressionNode {
        ExpressionNode(roundedKind(node, isFloat), range: node.range)
    }

    private mutating func roundedKind(
        _ node: ExpressionNode,
        _ isFloat: Bool
    ) -> ExpressionNode.Kind {
        switch node.kind {
        case .literal(let literal): return .literal(isFloat ? literal.roundedToFloat : literal)
        case .keyPath, .variable, .placeholder: return node.kind
        case .aggregate(let parts): return .aggregate(parts.map { rounded($0, isFloat: isFloat) })
        case .ternary(let condition, let yes, let no):
            let first = rounded(condition)
            let second = rounded(yes, isFloat: isFloat)
            return .ternary(first, second, rounded(no, isFloat: isFloat))
        case .path(let base, let keys): return .path(rounded(base), keys)
        // The reader makes one literal of the sign and the digits of a number.
        case .negative(let inner): return .negative(rounded(inner))
        case .complement(let inner): return .complement(rounded(inner))
        case .arithmetic(let left, let op, let right):
            let first = rounded(left)
            return .arithmetic(first, op, rounded(right))
        case .element(let base, .value(let index)):
            let first = rounded(base)
            return .element(first, .value(rounded(index)))
        case .element(let base, let index): return .element(rounded(base), index)
        case .function(let function, let parts):
            return .function(function, parts.map { rounded($0) })
        case .selector(let receiver, let selector, let parts):
            let first = rounded(receiver)
            return .selector(first, selector, parts.map { rounded($0) })
        case .cast(let inner, let type): return .cast(rounded(inner), type)
        case .subquery(let collection, let name, let predicate):
            let first = rounded(collection)
            let outer = elements
            elements.updateValue(target(of: collection), forKey: name)
            let inner = rounded(predicate)
            elements = outer
            return .subquery(first, name, inner)
        }
    }
}

extension Literal {
    fileprivate var roundedToFloat: Literal {
        switch self {
        case .real(let number): .real(QueryLanguage.roundedToFloat(number))
        case .integer(let number): QueryLanguage.roundedToFloat(number).map(Literal.real) ?? self
        case .string, .boolean, .null: self
        }
    }
}
