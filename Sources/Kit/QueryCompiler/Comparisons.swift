import Diagnostics
import QueryLanguage
import Schema

extension Compiler {
    mutating func comparison(_ comparison: Comparison) throws(PredicateTextError) -> String {
        if let quantifier = comparison.quantifier {
            throw PredicateTextError(
                "unsupported-quantifier",
                comparison.position,
                "\(quantifier.rawValue) cannot be translated yet"
            )
        }
        let type = try type(of: comparison)
        try check(comparison, type)
        let left = try fold(operand(comparison.left, type), comparison, type)
        switch comparison.operator {
        case .isIn: return try membership(left, comparison, type)
        case .between: return try range(left, comparison, type)
        default:
            let right = try fold(operand(comparison.right, type), comparison, type)
            return sql(comparison.operator, left, right)
        }
    }

    private func sql(_ op: Comparison.Operator, _ left: String, _ right: String) -> String {
        switch op {
        // IS, not =: an absent value equals an absent value and differs from every present one.
        case .equal: "\(left) IS \(right)"
        case .notEqual: "\(left) IS NOT \(right)"
        case .beginsWith: "substr(\(left), 1, length(\(right))) = \(right)"
        case .endsWith: "(length(\(right)) = 0 OR substr(\(left), -length(\(right))) = \(right))"
        case .contains: "instr(\(left), \(right)) > 0"
        case .like: "store_like(\(left), \(right))"
        default: "\(left) \(op.rawValue) \(right)"
        }
    }

    private mutating func membership(
        _ left: String,
        _ comparison: Comparison,
        _ type: ValueType
    ) throws(PredicateTextError) -> String {
        guard case .aggregate(let elements) = comparison.right.kind else {
            throw PredicateTextError(
                "unsupported-collection",
                comparison.right.position,
                "IN can only be translated with a list yet",
                expected: "{value, value, …}"
            )
        }
        let present = elements.filter { $0.kind != .literal(.null) }
        var terms: [String] = []
        for element in present {
            terms.append(try fold(operand(element, type), comparison, type))
        }
        let list = "\(left) IN (\(terms.joined(separator: ", ")))"
        return present.count == elements.count ? list : "(\(list) OR \(left) IS NULL)"
    }

    private mutating func range(
        _ left: String,
        _ comparison: Comparison,
        _ type: ValueType
    ) throws(PredicateTextError) -> String {
        guard case .aggregate(let bounds) = comparison.right.kind, bounds.count == 2 else {
            throw PredicateTextError(
                "no-range",
                comparison.right.position,
                "BETWEEN has no two bounds",
                expected: "{lower, upper}"
            )
        }
        let lower = try fold(operand(bounds[0], type), comparison, type)
        let upper = try fold(operand(bounds[1], type), comparison, type)
        return "\(left) BETWEEN \(lower) AND \(upper)"
    }

    // MARK: - Operands

    private mutating func operand(
        _ expression: Expression,
        _ type: ValueType
    ) throws(PredicateTextError) -> String {
        switch expression.kind {
        case .keyPath(let path):
            let found = try resolve(path, at: expression.position)
            guard areComparable(found.type, type) else {
                throw mismatch(expression, type)
            }
            return found.sql
        case .variable(let name): return try parameter(name, type, expression.position)
        case .literal(.null): return "NULL"
        case .literal(let literal):
            bindings.append(.literal(try converted(literal, type, expression)))
            return "?\(bindings.count)"
        case .aggregate:
            throw PredicateTextError(
                "unexpected-list",
                expression.position,
                "a list cannot stand here",
                fix: "use it with IN or BETWEEN"
            )
        }
    }

    private mutating func parameter(
        _ name: String,
        _ type: ValueType,
        _ position: SourcePosition
    ) throws(PredicateTextError) -> String {
        if let known = parameters.first(where: { $0.name == name }) {
            guard known.type == type else {
                throw PredicateTextError(
                    "variable-type",
                    position,
                    "$\(name) is compared with values of two types, \(known.type.words) and \(type.words)",
                    fix: "use two variables"
                )
            }
        } else {
            parameters.append(.init(name: name, type: type))
        }
        if let index = bindings.firstIndex(of: .parameter(name)) { return "?\(index + 1)" }
        bindings.append(.parameter(name))
        return "?\(bindings.count)"
    }

    private func fold(_ sql: String, _ comparison: Comparison, _ type: ValueType) -> String {
        // Options on anything but strings change nothing.
        guard type.stored == .string, sql != "NULL" else { return sql }
        let options = comparison.options.text.filter(\.isLetter)
        return options.isEmpty ? sql : "store_fold_\(options)(\(sql))"
    }

    // MARK: - Types

    /// The type of the comparison: that of the key path in it, the left one first.
    private mutating func type(of comparison: Comparison) throws(PredicateTextError) -> ValueType {
        for side in [comparison.left, comparison.right] {
            if case .keyPath(let path) = side.kind {
                return try resolve(path, at: side.position).type
            }
        }
        throw PredicateTextError(
            "no-key-path",
            comparison.position,
            "neither side of this comparison is a key",
            expected: "a key of \"\(entity.name)\" on one side",
            fix: Compiler.keys(of: entity)
        )
    }

    private func check(_ comparison: Comparison, _ type: ValueType) throws(PredicateTextError) {
        switch comparison.operator {
        case .beginsWith, .endsWith, .contains, .like:
            if type != .attribute(.string) {
                throw PredicateTextError(
                    "not-a-string",
                    comparison.left.position,
                    "\(comparison.operator.rawValue) needs a string, and \(comparison.left.text) is \(type.words)"
                )
            }
        case .less, .lessOrEqual, .greater, .greaterOrEqual, .between:
            if !type.stored.isOrdered || type.stored == .decimal {
                throw PredicateTextError(
                    "not-ordered",
                    comparison.left.position,
                    "\(comparison.left.text) is \(type.words), which \(comparison.operator.rawValue) cannot order"
                )
            }
        case .equal, .notEqual, .isIn: break
        }
    }

    private func converted(
        _ literal: Literal,
        _ type: ValueType,
        _ expression: Expression
    ) throws(PredicateTextError) -> Literal {
        switch (literal, type.stored) {
        case (.string, .string), (.integer, .integer16), (.integer, .integer32),
            (.integer, .integer64), (.integer, .double), (.integer, .float), (.real, .double),
            (.real, .float), (.boolean, .boolean):
            return literal
        case (.real, .integer16), (.real, .integer32), (.real, .integer64): return literal
        case (.integer(0), .boolean): return .boolean(false)
        case (.integer(1), .boolean): return .boolean(true)
        default: throw mismatch(expression, type)
        }
    }

    private func mismatch(_ expression: Expression, _ type: ValueType) -> PredicateTextError {
        PredicateTextError(
            "type-mismatch",
            expression.position,
            "\(expression.text) cannot be compared with \(type.words)",
            expected: type.words,
            fix: type.stored.isNumeric || type.stored == .string
                ? nil : "give the value through a variable such as $value"
        )
    }

    private func areComparable(_ left: ValueType, _ right: ValueType) -> Bool {
        if left == right { return true }
        guard case .attribute(let a) = left, case .attribute(let b) = right else { return false }
        return a.isNumeric && b.isNumeric && a != .decimal && b != .decimal
    }

    func suggestion(_ key: String, in entity: Entity) -> String? {
        Diagnostics.suggestion(for: key, among: entity.propertyNames)
    }

    private static func keys(of entity: Entity) -> String {
        "known here: \(entity.propertyNames.joined(separator: ", "))"
    }
}

extension ValueType {
    /// `a string`, `a number`, `a record of "Country"`.
    var words: String {
        switch self {
        case .identity(let entity, _): "a record of \"\(entity)\""
        case .attribute(let type):
            switch type {
            case .string: "a string"
            case .boolean: "a truth value"
            case .date: "a date"
            case .binary, .transformable: "data"
            case .uuid: "a UUID"
            case .uri: "a URL"
            default: "a number"
            }
        }
    }
}
