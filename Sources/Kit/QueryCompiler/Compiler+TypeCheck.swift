import QueryLanguage
import Schema

/// A check of the types in a part of a predicate that SQL cannot express and that is therefore
/// evaluated in memory. The translation of this part to SQL ends at the first unsupported
/// expression, and does not check the types after it.
///
/// An expression of unknown type passes every check.
extension Compiler {
    /// Checks that the two sides of each comparison can be equal, and that the arguments of numeric
    /// functions such as `sqrt` are numbers.
    func checkTypes(of predicate: PredicateNode) throws(PredicateTextError) {
        for comparison in predicate.comparisons {
            let (left, right) = (elements(of: comparison.left), elements(of: comparison.right))
            for part in left + right { try checkParts(of: part) }
            for first in left { for second in right { try check(first, second) } }
        }
    }

    private func elements(of node: ExpressionNode) -> [ExpressionNode] {
        if case .aggregate(let elements) = node.kind { elements } else { [node] }
    }

    private func check(
        _ left: ExpressionNode,
        _ right: ExpressionNode
    ) throws(PredicateTextError) {
        guard let first = resultType(of: left), let second = resultType(of: right),
            let kind = first.comparedKind, let other = second.comparedKind, kind != other
        else { return }
        if case .literal = left.kind { throw mismatch(left, second) }
        throw mismatch(right, first)
    }

    /// Checks the functions in an expression, and the comparisons in its `SUBQUERY` and `TERNARY`
    /// expressions.
    private func checkParts(of node: ExpressionNode) throws(PredicateTextError) {
        if case .subquery(let collection, let name, let predicate) = node.kind {
            try checkParts(of: collection)
            var inner = self
            // If the elements are values, the type of the variable is not known.
            guard (try? inner.openSubquery(collection, name)) != nil else { return }
            return try inner.checkTypes(of: predicate)
        }
        if case .ternary(let condition, let yes, let no) = node.kind {
            try checkTypes(of: condition)
            try checkParts(of: yes)
            return try checkParts(of: no)
        }
        if case .function(let function, let arguments) = node.kind, function.takesNumbers {
            for argument in arguments.flatMap(elements(of:)) {
                guard let found = resultType(of: argument), let kind = found.comparedKind,
                    kind != .number
                else { continue }
                throw notNumber("\(function.rawValue)()", found, argument.range)
            }
        }
        for part in node.parts { try checkParts(of: part) }
    }

    /// Returns the type that an expression's value has in memory; for a list, the type of its
    /// elements. Returns nil if the type is not known.
    private func resultType(of node: ExpressionNode) -> ValueType? {
        switch node.kind {
        case .literal(let literal): return literal.type
        case .variable(let name):
            return scopes.contains { $0.variable == name } ? typeInModel(of: node) : nil
        case .placeholder, .aggregate, .subquery: return nil
        case .negative, .complement, .element(_, .size): return .number
        case .arithmetic(let left, _, let right):
            // If one side is a variable, it may be a date.
            if resultType(of: left) == nil || resultType(of: right) == nil { return nil }
            return try? type(of: node)
        case .selector(_, let selector, _): return selector.resultType
        case .cast(_, let type):
            switch type {
            case .string, .uuid: return .text
            case .number, .decimal: return .real
            case .date: return .date
            }
        case .function(let function, let arguments):
            switch function {
            case .uppercase, .lowercase, .canonical: return .text
            case .count, .length: return .number
            case .now: return .date
            case .min, .max: return arguments.count == 1 ? resultType(of: arguments[0]) : nil
            default: return function.takesNumbers ? .real : nil
            }
        case .ternary(_, let yes, let no):
            guard let type = resultType(of: yes) else { return nil }
            return type.comparedKind == resultType(of: no)?.comparedKind ? type : nil
        case .keyPath(let keys):
            let text = ExpressionNode(.keyPath(Array(keys.dropLast())))
            return resultType(of: keys, after: text) ?? typeInModel(of: node)
        case .path(let base, let keys):
            let text = ExpressionNode(.path(base, Array(keys.dropLast())))
            return resultType(of: keys, after: text) ?? typeInModel(of: node)
        case .element: return typeInModel(of: node)
        }
    }

    /// Returns the type of the last key, if this key is a property of a string, such as `length`,
    /// and `text` is a string. Otherwise returns nil.
    private func resultType(of keys: [PathKey], after text: ExpressionNode) -> ValueType? {
        guard keys.count > 1, let key = keys.last?.selector, typeInModel(of: text) == .text
        else { return nil }
        return key.resultType
    }
}

/// Kinds of values. In memory, values of different kinds are never equal.
private enum ComparedKind {
    case text, number, date, data, record
}

extension ValueType {
    /// The kind of this type's values. Nil for a collection, which can be compared only with nil.
    fileprivate var comparedKind: ComparedKind? {
        switch self {
        case .identity: .record
        case .attribute(let type):
            switch type {
            case .string, .uuid, .uri: .text
            case .integer16, .integer32, .integer64, .decimal, .double, .float, .boolean: .number
            case .date: .date
            case .binary, .composite, .undefined: .data
            case .transformable: nil
            }
        }
    }
}

extension Function {
    fileprivate var takesNumbers: Bool {
        switch self {
        case .sum, .average, .median, .stddev, .sqrt, .ln, .log, .exp, .abs, .floor, .ceiling,
            .trunc:
            true
        default: false
        }
    }
}
