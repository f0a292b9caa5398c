extension FormatWriter {
    /// Returns whether the value of an expression is a date.
    func isDate(_ node: ExpressionNode) -> Bool {
        switch node.kind {
        case .variable(let name) where elements[name] == nil: return dates.contains(name)
        case .function(.now, _), .cast(_, .date): return true
        case .function(.noindex, let parts), .function(.min, let parts), .function(.max, let parts):
            return parts.contains { isDate($0) }
        case .function(let function, let parts):
            guard let op = function.arithmetic, parts.count == 2 else { return false }
            return isDate(parts[0], op, parts[1])
        case .arithmetic(let left, let op, let right): return isDate(left, op, right)
        case .aggregate(let parts): return parts.contains { isDate($0) }
        case .ternary(_, let yes, let no): return isDate(yes) || isDate(no)
        case .keyPath(let keys): return isDate(at: ExpressionNode(.keyPath(keys.withoutExtremes)))
        case .path(let base, let keys):
            return isDate(at: ExpressionNode(.path(base, keys.withoutExtremes)))
        default: return isDate(at: node)
        }
    }

    private func isDate(
        _ left: ExpressionNode,
        _ op: ArithmeticOperator,
        _ right: ExpressionNode
    ) -> Bool {
        switch op {
        case .add: isDate(left) || isDate(right)
        case .subtract: isDate(left) && !isDate(right)
        default: false
        }
    }

    private func isDate(at path: ExpressionNode) -> Bool {
        guard let target = target(of: path), let key = target.attribute else { return false }
        return model.isDate(key, in: target.entity)
    }
}

extension [PathKey] {
    /// The keys without `@min` and `@max`. The result of these operators has the same type as the
    /// aggregated values.
    fileprivate var withoutExtremes: [PathKey] {
        filter { $0 != .collection(.minimum) && $0 != .collection(.maximum) }
    }
}
