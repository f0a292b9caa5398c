import QueryLanguage
import Schema

/// Type inference for variables in the part of a predicate that is evaluated in memory.
///
/// In SQL, a variable has the type of the column with which it is compared. In memory, the type
/// depends on the variable's place:
///
/// - A side of a comparison has the type of the other side.
/// - An operand or an argument has the type that the operation or the function requires.
///
/// If no type is known, the variable is untyped. Only code generation requires a type.
extension Compiler {
    mutating func typeVariables(of predicate: PredicateNode) {
        switch predicate {
        case .constant: break
        case .not(let part): typeVariables(of: part)
        case .and(let parts), .or(let parts):
            for part in parts { typeVariables(of: part) }
        case .comparison(let comparison):
            let textual = comparison.operator.takesTexts ? ValueType.text : nil
            let left = knownType(of: comparison.left)
            let right = knownType(of: comparison.right)
            let isList = comparison.operator == .isIn || comparison.operator == .between
            // A variable with a quantifier is a list. In `$list CONTAINS 3`, the variable is also a
            // list, because a string cannot contain a number.
            let isLeftList =
                comparison.quantifier != nil
                || comparison.operator == .contains && (right ?? .text) != .text
            typeVariables(of: comparison.left, right ?? textual, isList: isLeftList)
            typeVariables(of: comparison.right, left ?? textual, isList: isList)
        }
    }

    private mutating func typeVariables(
        of node: ExpressionNode,
        _ wanted: ValueType?,
        isList: Bool = false
    ) {
        switch node.kind {
        case .literal, .keyPath, .placeholder: break
        case .variable(let name):
            if scopes.contains(where: { $0.variable == name }) { return }
            if !remainderVariables.contains(name) { remainderVariables.append(name) }
            guard let wanted else { return }
            note(CompiledQuery.Parameter(name: name, type: wanted, isList: isList))
        case .path(let base, _): typeVariables(of: base, nil)
        case .aggregate(let elements):
            for element in elements { typeVariables(of: element, wanted) }
        case .negative(let inner): typeVariables(of: inner, number(wanted))
        case .complement(let inner): typeVariables(of: inner, .number)
        case .arithmetic(let left, let op, let right):
            let type = op.isBitwise ? ValueType.number : number(wanted)
            typeVariables(of: left, type)
            typeVariables(of: right, type)
        case .element(let base, let index):
            typeVariables(of: base, nil)
            if case .value(let position) = index { typeVariables(of: position, .number) }
        case .function(let function, let arguments):
            let type = function.takesTexts ? ValueType.text : number(wanted)
            for argument in arguments { typeVariables(of: argument, type) }
        case .selector(let receiver, let selector, let arguments):
            typeVariables(of: receiver, .text)
            let takesText = selector == .stringByAppendingString
            for argument in arguments { typeVariables(of: argument, takesText ? .text : .number) }
        // A cast to a date requires a number. All other casts accept strings.
        case .cast(let inner, let type): typeVariables(of: inner, type == .date ? .real : .text)
        case .ternary(let condition, let yes, let no):
            typeVariables(of: condition)
            typeVariables(of: yes, wanted)
            typeVariables(of: no, wanted)
        case .subquery(let collection, let name, let predicate):
            typeVariables(of: collection, nil)
            var inner = self
            var isOfValues = false
            if (try? inner.openSubquery(collection, name)) == nil {
                // The elements are values. Treats the subquery's variable as a parameter with their
                // type.
                inner = self
                isOfValues = true
                if let type = knownType(of: collection) {
                    inner.note(CompiledQuery.Parameter(name: name, type: type))
                }
            }
            inner.typeVariables(of: predicate)
            for parameter in inner.parameters where !isOfValues || parameter.name != name {
                note(parameter)
            }
            for variable in inner.remainderVariables.dropFirst(remainderVariables.count)
            where !isOfValues || variable != name {
                remainderVariables.append(variable)
            }
        }
    }

    private func knownType(of node: ExpressionNode) -> ValueType? {
        if let found = typeInModel(of: node) { return found }
        switch node.kind {
        case .keyPath(let keys), .path(_, let keys): return keys.last?.selector?.resultType
        default: return nil
        }
    }

    /// Returns the type of an expression; for a list, the type of its elements. Returns nil if the
    /// type is not known.
    func typeInModel(of node: ExpressionNode) -> ValueType? {
        if case .aggregate(let elements) = node.kind {
            return elements.lazy.compactMap(knownType).first
        }
        if let found = try? type(of: node) ?? node.typeInMemory { return found }
        var inner = self
        switch node.kind {
        case .element(let list, _):
            if case .subquery(let collection, _, _) = list.kind {
                return (try? inner.openCollection(collection))?.type
            }
            return (try? inner.openCollection(list))?.type
        case .path(let base, let keys):
            guard case .element(let list, _) = base.kind else { break }
            guard case .identity(let entity, _)? = (try? inner.openCollection(list))?.type,
                inner.scopes.last?.entity.name == entity
            else { return nil }
            return (try? inner.column(keys[...], in: inner.scopes.count - 1, node.range))?.type
        default: break
        }
        return (try? inner.openCollection(node))?.type
    }

    private func number(_ wanted: ValueType?) -> ValueType {
        wanted.flatMap { $0.isComputable ? $0 : nil } ?? .real
    }
}

extension ExpressionNode {
    /// The type of this expression when it is evaluated in memory; nil if the type is not known.
    fileprivate var typeInMemory: ValueType? {
        switch kind {
        case .selector(_, let selector, _): selector.resultType
        case .element(_, .size): .number
        case .arithmetic, .negative: .real
        case .cast(_, .string): .text
        case .cast(_, .number), .cast(_, .decimal), .function: .real
        case .cast(_, .uuid): .attribute(.uuid)
        default: nil
        }
    }
}

extension PathKey {
    /// The string property with the name of this key, such as `integerValue`; nil if there is none.
    var selector: Selector? {
        if case .name(let name) = self { Selector(rawValue: name) } else { nil }
    }
}

extension Selector {
    var resultType: ValueType {
        switch self {
        case .length, .integerValue: .number
        case .doubleValue: .real
        default: .text
        }
    }
}

extension Comparison.Operator {
    fileprivate var takesTexts: Bool {
        switch self {
        case .beginsWith, .endsWith, .contains, .like, .matches: true
        default: false
        }
    }
}

extension Function {
    fileprivate var takesTexts: Bool {
        switch self {
        case .uppercase, .lowercase, .length, .canonical: true
        default: false
        }
    }
}
