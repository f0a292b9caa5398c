import QueryLanguage
import Schema

extension Compiler {
    // MARK: - Arithmetic

    mutating func number(
        _ node: ExpressionNode,
        _ wanted: ValueType?
    ) throws(PredicateTextError) -> Operand {
        let hint = wanted.map(\.isComputable) == true ? wanted : ValueType.number
        let value = try operand(node, isProbing ? nil : try type(of: node) ?? hint)
        if let found = value.type, !found.isComputable {
            throw notNumber("arithmetic", found, node.range)
        }
        return value
    }

    /// Translates an operand that must be an integer.
    ///
    /// - Parameter user: the operator or function that requires an integer, for the error.
    mutating func integer(
        _ node: ExpressionNode,
        of user: String = "a bitwise operator"
    ) throws(PredicateTextError) -> Operand {
        let value = try operand(node, isProbing ? nil : try type(of: node) ?? .number)
        if let found = value.type, !found.isInteger {
            let kind = found.isComputable ? " (\(found.stored.rawValue))" : ""
            throw PredicateTextError(
                "not-a-number",
                node.range,
                "\(user) cannot be applied to \(found.words)\(kind)",
                expected: "an integer"
            )
        }
        return value
    }

    mutating func arithmetic(
        _ left: ExpressionNode,
        _ op: ArithmeticOperator,
        _ right: ExpressionNode,
        _ wanted: ValueType?
    ) throws(PredicateTextError) -> Operand {
        if isProbing { return try arithmeticType(left, op, right) }
        if op.isBitwise {
            let (a, b) = (try integer(left).sql, try integer(right).sql)
            // SQLite has no XOR operator. The operands are named, because repeating their SQL
            // would double the size with every level of nesting.
            let sql =
                op == .bitwiseXor
                ? "(SELECT (v | w) - (v & w) FROM (SELECT \(a) AS v, \(b) AS w))"
                : "(\(a) \(op.rawValue) \(b))"
            return Operand(sql: sql, type: .number)
        }
        if let found = try dateArithmetic(left, op, right) { return found }
        let known = wanted.map(\.isComputable) == true ? wanted : nil
        let (leftType, rightType) = (try type(of: left), try type(of: right))
        let first = try number(left, unrounded(rightType ?? known))
        let second = try number(right, unrounded(leftType ?? known))
        if op == .power {
            return Operand(sql: "store_power(\(first.sql), \(second.sql))", type: .real)
        }
        let isWhole = first.type?.isInteger != false && second.type?.isInteger != false
        return Operand(
            sql: "(\(first.sql) \(op.rawValue) \(second.sql))",
            type: isWhole ? .number : .real
        )
    }

    /// Returns an operand that has the result type of an arithmetic operation and the placeholder
    /// SQL `NULL`. Translates each side only once: a second translation for the type alone would
    /// double the work with every level of nesting.
    private mutating func arithmeticType(
        _ left: ExpressionNode,
        _ op: ArithmeticOperator,
        _ right: ExpressionNode
    ) throws(PredicateTextError) -> Operand {
        let (a, b) = (try operand(left, nil).type, try operand(right, nil).type)
        if op.isBitwise { return Operand(sql: "NULL", type: .number) }
        if a == .date || b == .date {
            return Operand(sql: "NULL", type: a == .date && b == .date ? .real : .date)
        }
        let isWhole = op != .power && a?.isInteger != false && b?.isInteger != false
        return Operand(sql: "NULL", type: isWhole ? .number : .real)
    }

    /// Translates the addition or subtraction of dates; returns nil for any other operation. Dates
    /// are stored as seconds, so SQL calculates with numbers.
    private mutating func dateArithmetic(
        _ left: ExpressionNode,
        _ op: ArithmeticOperator,
        _ right: ExpressionNode
    ) throws(PredicateTextError) -> Operand? {
        guard op == .add || op == .subtract else { return nil }
        let (leftType, rightType) = (try type(of: left), try type(of: right))
        if leftType == .date, rightType == .date, op == .subtract {
            let (a, b) = (try seconds(left), try operand(right, .date).sql)
            return Operand(sql: "(\(a) - \(b))", type: .real)
        }
        let isLeftDate = leftType == .date
        guard isLeftDate || (rightType == .date && op == .add) else { return nil }
        let first = isLeftDate ? try operand(left, .date) : try number(left, .real)
        let second = isLeftDate ? try number(right, .real) : try operand(right, .date)
        return Operand(sql: "(\(first.sql) \(op.rawValue) \(second.sql))", type: .date)
    }

    /// Returns SQL for the seconds of a date as a real number. In SQL, a date that is computed from
    /// an integer is itself an integer. Without the conversion, integer division would drop the
    /// fraction.
    private mutating func seconds(_ date: ExpressionNode) throws(PredicateTextError) -> String {
        let sql = try operand(date, .date).sql
        switch date.kind {
        case .keyPath, .path, .variable, .function(.now, _): return sql
        default: return "CAST(\(sql) AS REAL)"
        }
    }

    // MARK: - Functions

    mutating func function(
        _ function: Function,
        _ arguments: [ExpressionNode],
        _ node: ExpressionNode,
        _ wanted: ValueType?
    ) throws(PredicateTextError) -> Operand {
        let wanted = unrounded(wanted)
        if let op = function.arithmetic, arguments.count == 2 {
            return try arithmetic(arguments[0], op, arguments[1], wanted)
        }
        switch function {
        case .now: return Operand(sql: bound(.now), type: .date)
        case .modulus where arguments.count == 2:
            let user = "\(function.rawValue)()"
            let a = try integer(arguments[0], of: user).sql
            let b = try integer(arguments[1], of: user).sql
            return Operand(sql: "(\(a) % \(b))", type: .number)
        default: break
        }
        guard arguments.count == 1, let argument = arguments.first else {
            if !isProbing { for argument in arguments { _ = try type(of: argument) } }
            throw inMemory("\(function.rawValue)()", node.range)
        }
        switch function {
        case .noindex:
            let value = try operand(argument, wanted)
            return Operand(sql: "(+\(value.sql))", type: unrounded(value.type))
        case .complement:
            let value = try integer(argument)
            return Operand(sql: "(~(\(value.sql)))", type: value.type)
        case .uppercase: return try textual("store_upper", argument, .text)
        case .lowercase: return try textual("store_lower", argument, .text)
        case .canonical: return try textual("store_fold_cd", argument, .text)
        case .length: return try textual("store_length", argument, .number)
        case .abs:
            let value = try number(argument, wanted)
            // SQLite's abs() fails for the least integer, whose magnitude does not fit in 64 bits.
            let sql = once(value.sql) { "CASE WHEN \($0) < 0 THEN -(\($0)) ELSE \($0) END" }
            return Operand(sql: "(\(sql))", type: unrounded(value.type))
        case .floor, .ceiling, .trunc:
            let value = try number(argument, wanted)
            if value.type?.isInteger == true { return value }
            return Operand(sql: "store_\(function.rawValue)(\(value.sql))", type: .real)
        case .sqrt, .ln, .log, .exp:
            let value = try number(argument, .real)
            return Operand(sql: "store_\(function.rawValue)(\(value.sql))", type: .real)
        default: throw inMemory("\(function.rawValue)() of a list", node.range)
        }
    }

    private mutating func textual(
        _ name: String,
        _ argument: ExpressionNode,
        _ type: ValueType
    ) throws(PredicateTextError) -> Operand {
        let value = try operand(argument, isProbing ? nil : try self.type(of: argument) ?? .text)
        if let found = value.type, found != .text {
            throw PredicateTextError(
                "not-a-string",
                argument.range,
                "\(argument.text) is \(found.words)",
                expected: "a string"
            )
        }
        return Operand(sql: "\(name)(\(value.sql))", type: type)
    }

    mutating func selector(
        _ receiver: ExpressionNode,
        _ selector: Selector,
        _ node: ExpressionNode
    ) throws(PredicateTextError) -> Operand {
        switch selector {
        case .length: return try textual("store_length", receiver, .number)
        case .uppercaseString: return try textual("store_upper", receiver, .text)
        case .lowercaseString: return try textual("store_lower", receiver, .text)
        default:
            _ = try type(of: receiver)
            throw inMemory("FUNCTION(…, \"\(selector.rawValue)\")", node.range)
        }
    }

    mutating func cast(
        _ inner: ExpressionNode,
        _ type: CastType,
        _ node: ExpressionNode
    ) throws(PredicateTextError) -> Operand {
        let found = isProbing ? try operand(inner, nil).type : try self.type(of: inner)
        if let found, !type.canConvert(found) {
            throw PredicateTextError(
                "type-mismatch",
                inner.range,
                "CAST cannot convert \(found.words) to \"\(type.rawValue)\"",
                fix: type == .date ? "use a variable such as $date for the date" : nil
            )
        }
        if isProbing, let result = castType(type, found) {
            return Operand(sql: "NULL", type: result)
        }
        switch (type, found) {
        case (.date, let found?) where found.isComputable || found == .date:
            return Operand(sql: try operand(inner, found).sql, type: .date)
        case (.number, let found?) where found.isComputable,
            (.decimal, let found?) where found.isComputable:
            return try operand(inner, found)
        case (.number, .date), (.decimal, .date):
            return Operand(sql: try seconds(inner), type: .real)
        case (.string, .text): return try operand(inner, .text)
        default: throw inMemory("CAST to \(type.rawValue)", node.range)
        }
    }
}

/// Returns `.real` for the type of a `Float` attribute, and any other type unchanged. Used in
/// computations: only a value that is compared directly with a `Float` attribute is rounded to
/// `Float`.
func unrounded(_ type: ValueType?) -> ValueType? {
    type == .attribute(.float) ? .real : type
}

extension CastType {
    /// Returns whether a cast from `type` to this type can succeed in memory.
    fileprivate func canConvert(_ type: ValueType) -> Bool {
        guard case .attribute(let attribute) = type else { return false }
        let isText = [.string, .uuid, .uri].contains(attribute)
        let isNumber = type.isComputable || type == .truth
        return switch self {
        case .number, .decimal: isText || isNumber || type == .date
        case .string: isText || isNumber
        case .date: isNumber || type == .date
        case .uuid: isText
        }
    }
}

/// Returns the result type of a cast; nil if the cast cannot be expressed in SQL.
private func castType(_ type: CastType, _ found: ValueType?) -> ValueType? {
    switch type {
    case .date: .date
    case .number, .decimal: found == .date ? .real : found.flatMap { $0.isComputable ? $0 : nil }
    case .string: found == .text ? .text : nil
    case .uuid: nil
    }
}
