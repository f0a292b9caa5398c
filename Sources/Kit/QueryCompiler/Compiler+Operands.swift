import QueryLanguage
import Schema

extension Compiler {
    /// Returns the type of an expression; nil if it is unknown. The SQL of the expression is
    /// discarded.
    func type(of node: ExpressionNode) throws(PredicateTextError) -> ValueType? {
        var probe = self
        probe.isProbing = true
        do throws(PredicateTextError) {
            return try probe.operand(node, nil).type
        } catch {
            if error.id == Self.inMemory { return nil }
            throw error
        }
    }

    /// Translates an expression to SQL.
    ///
    /// - Parameter wanted: the type expected at this position, for example because the other side
    ///   of a comparison has this type; nil if no type is expected. The expected type determines
    ///   the type of a variable and the form of a literal.
    mutating func operand(
        _ node: ExpressionNode,
        _ wanted: ValueType?
    ) throws(PredicateTextError) -> Operand {
        try spend(node.range)
        switch node.kind {
        case .literal(let literal): return try self.literal(literal, node, wanted)
        case .keyPath(let keys): return try path(keys, in: 0, node.range)
        case .variable(let name): return try variable(name, node.range, wanted)
        case .path(let base, let keys): return try path(base, keys, node)
        case .placeholder(let placeholder): throw missingArgument(placeholder, node.range)
        case .aggregate:
            throw PredicateTextError(
                "unexpected-list",
                node.range,
                "a list is not allowed here",
                fix: "use a list with IN, BETWEEN, ANY, ALL or NONE"
            )
        case .negative(let inner):
            let value = try number(inner, wanted)
            return Operand(sql: "(-(\(value.sql)))", type: unrounded(value.type))
        case .complement(let inner):
            let value = try integer(inner)
            return Operand(sql: "(~(\(value.sql)))", type: value.type)
        case .arithmetic(let left, let op, let right):
            return try arithmetic(left, op, right, wanted)
        case .element(let base, let index): return try element(base, index, node)
        case .function(let function, let arguments):
            return try self.function(function, arguments, node, wanted)
        case .selector(let receiver, let selector, _):
            return try self.selector(receiver, selector, node)
        case .cast(let inner, let type): return try cast(inner, type, node)
        case .ternary(let condition, let yes, let no):
            return try ternary(condition, yes, no, wanted)
        case .subquery:
            throw PredicateTextError(
                "subquery-as-value",
                node.range,
                "SUBQUERY gives records, not a value",
                fix: "count the records: \(node.text).@count > 0"
            )
        }
    }

    private mutating func literal(
        _ literal: Literal,
        _ node: ExpressionNode,
        _ wanted: ValueType?
    ) throws(PredicateTextError) -> Operand {
        if literal == .null { return Operand(sql: "NULL", type: nil) }
        let type = wanted ?? literal.type
        guard let type, let value = converted(literal, to: type) else {
            throw mismatch(node, wanted)
        }
        return Operand(sql: bound(.literal(value)), type: type)
    }

    private mutating func variable(
        _ name: String,
        _ range: SourceRange,
        _ wanted: ValueType?
    ) throws(PredicateTextError) -> Operand {
        if let scope = scopes.lastIndex(where: { $0.variable == name }) {
            return try column([], in: scope, range)
        }
        if let known = knownParameter(name), wanted == nil {
            return Operand(sql: known.type.sql(bound(.parameter(name))), type: known.type)
        }
        guard let wanted = wanted ?? types[name] else {
            if isProbing { return Operand(sql: "NULL", type: nil) }
            throw PredicateTextError(
                "untyped-variable",
                range,
                "the type of $\(name) is not known",
                fix: "compare the variable with an attribute of \"\(scopes[0].entity.name)\""
            )
        }
        return Operand(sql: wanted.sql(try parameter(name, wanted, range)), type: wanted)
    }

    // MARK: - Key paths

    private mutating func path(
        _ base: ExpressionNode,
        _ keys: [PathKey],
        _ node: ExpressionNode
    ) throws(PredicateTextError) -> Operand {
        if let (keys, scope) = start(of: node) { return try path(keys, in: scope, node.range) }
        switch base.kind {
        case .variable(let name):
            throw PredicateTextError(
                "variable-path",
                node.range,
                "no key can follow $\(name), because the variable's value is not known when the query is compiled",
                fix: "use one variable, such as $value, for the value of the whole key path"
            )
        case .subquery(let collection, let name, let predicate):
            return try counted(collection, name, predicate, keys, node)
        case .element:
            // Throws if an index cannot follow the value before it.
            _ = try type(of: base)
            throw inMemory("a key after \(base.text)", node.range)
        default: throw inMemory("a key after \(base.text)", node.range)
        }
    }

    private mutating func path(
        _ keys: [PathKey],
        in scope: Int,
        _ range: SourceRange
    ) throws(PredicateTextError) -> Operand {
        guard let position = keys.firstIndex(where: \.isCollection),
            case .collection(let op) = keys[position]
        else { return try column(keys[...], in: scope, range) }
        let all = Array(keys[..<position] + keys[(position + 1)...])
        let value = try open(all[...], in: scope, range)
        defer { scopes.removeLast() }
        return try aggregate(op, value, scopes[scopes.count - 1].clause(), range)
    }

    private func aggregate(
        _ op: CollectionOperator,
        _ value: Operand,
        _ clause: String,
        _ range: SourceRange
    ) throws(PredicateTextError) -> Operand {
        let selected: String
        let type: ValueType
        switch op {
        case .count: (selected, type) = ("count(*)", .number)
        case .sum, .average:
            guard let found = value.type, found.isComputable || found == .truth else {
                throw notNumber(op.rawValue, value.type, range)
            }
            let isWhole = found.isInteger || found == .truth
            (selected, type) =
                op == .sum
                ? ("coalesce(sum(\(value.sql)), 0)", isWhole ? .number : .real)
                : ("avg(\(value.sql))", .real)
        case .minimum, .maximum:
            guard let found = value.type, case .attribute(let attribute) = found,
                attribute.isOrdered
            else { throw notNumber(op.rawValue, value.type, range) }
            (selected, type) = ("\(op == .minimum ? "min" : "max")(\(value.sql))", found)
        }
        return Operand(sql: "(SELECT \(selected) \(clause))", type: type)
    }

    /// Translates a collection operator after a subquery, such as `SUBQUERY(…).@count`.
    private mutating func counted(
        _ collection: ExpressionNode,
        _ name: String,
        _ predicate: PredicateNode,
        _ keys: [PathKey],
        _ node: ExpressionNode
    ) throws(PredicateTextError) -> Operand {
        guard case .collection(let op)? = keys.first else {
            throw PredicateTextError(
                "subquery-as-value",
                node.range,
                "SUBQUERY gives records, not a value",
                fix: "count the records with .@count"
            )
        }
        try openSubquery(collection, name)
        defer { scopes.removeLast() }
        let own = scopes.count - 1
        if isProbing {
            let value = try column(keys.dropFirst(), in: own, node.range)
            return try aggregate(op, value, "", node.range)
        }
        let condition = try condition(predicate)
        let value = try column(keys.dropFirst(), in: own, node.range)
        return try aggregate(op, value, scopes[own].clause(condition), node.range)
    }

    /// Opens a subquery over the records of a `SUBQUERY`'s collection: adds the subquery's tables
    /// to `scopes`.
    mutating func openSubquery(
        _ collection: ExpressionNode,
        _ variable: String
    ) throws(PredicateTextError) {
        let value = try openCollection(collection)
        guard case .identity(let name, _)? = value.type, let entity = schema.entity(named: name)
        else {
            scopes.removeLast()
            throw inMemory(
                "SUBQUERY over \(collection.text), whose elements are values,",
                collection.range
            )
        }
        let own = scopes.count - 1
        // After the last to-many key, to-one keys may lead to other records, as in `members.boss`.
        let known = scopes[own].entity.identityColumn
        if value.sql != "\(scopes[own].alias).\(sqlName(known))" {
            let alias = newAlias()
            scopes[own].lead(to: entity, alias, whose: value.sql)
        }
        scopes[own].variable = variable
    }

    /// Opens a subquery over the values of a to-many key path: adds the subquery's tables to
    /// `scopes`. Returns SQL for the value in one row of the subquery.
    mutating func openCollection(_ node: ExpressionNode) throws(PredicateTextError) -> Operand {
        guard let (keys, scope) = start(of: node) else {
            throw inMemory("the list \(node.text)", node.range)
        }
        return try open(keys[...], in: scope, node.range)
    }

    private mutating func element(
        _ base: ExpressionNode,
        _ index: ExpressionNode.ElementIndex,
        _ node: ExpressionNode
    ) throws(PredicateTextError) -> Operand {
        if case .size = index {
            if case .subquery(let collection, let name, let predicate) = base.kind {
                return try counted(collection, name, predicate, [.collection(.count)], node)
            }
            let value = try openCollection(base)
            defer { scopes.removeLast() }
            return try aggregate(.count, value, scopes[scopes.count - 1].clause(), node.range)
        }
        // Throws if the list is invalid or is itself evaluated in memory.
        _ = try openCollection(base)
        scopes.removeLast()
        throw inMemory("the element \(node.text)", node.range)
    }

    // MARK: - Conditions as values

    private mutating func ternary(
        _ condition: PredicateNode,
        _ yes: ExpressionNode,
        _ no: ExpressionNode,
        _ wanted: ValueType?
    ) throws(PredicateTextError) -> Operand {
        if isProbing {
            let first = try operand(yes, nil).type
            return Operand(sql: "NULL", type: commonType(wanted ?? first, try type(of: no)))
        }
        let types = [try self.type(of: yes), try self.type(of: no)]
        let type = wanted ?? types[0] ?? types[1]
        let test = try self.condition(condition)
        let first = try operand(yes, type)
        let second = try operand(no, type)
        for (value, node) in [(first, yes), (second, no)] {
            if let found = value.type, let type, !isComparable(found, type) {
                throw mismatch(node, type)
            }
        }
        return Operand(
            sql: "CASE WHEN \(test) THEN \(first.sql) ELSE \(second.sql) END",
            type: types.reduce(type, commonType)
        )
    }

    // MARK: - Errors

    func mismatch(_ node: ExpressionNode, _ type: ValueType?) -> PredicateTextError {
        let words = type?.words ?? "this"
        let (fix, advice): (String?, PredicateTextError.Advice?) =
            switch (node.kind, type) {
            // A variable can replace a literal, but not a key.
            case (.keyPath, _), (.path, _): (nil, nil)
            case (.literal, .truth?): ("write YES or NO", .truthValue)
            case (.literal(.integer), .text?), (.literal(.real), .text?):
                ("for a string, use quotes: \"\(node.text)\"", nil)
            case (_, nil), (_, .text?): (nil, nil)
            case (.literal(.string(let text)), let type?) where type.isComputable:
                (numberFix(text), nil)
            case (_, let type?) where type.isComputable: (nil, nil)
            case (let kind, .date?): (dateFix(kind), .date)
            case (_, .identity(let entity, _)?):
                (
                    "compare an attribute of \"\(entity)\", or use a variable such as $value for the record",
                    .record(entity: entity)
                )
            default: ("use a variable such as $value for the value", .variable)
            }
        return PredicateTextError(
            "type-mismatch",
            node.range,
            "\(node.text) cannot be compared with \(words)",
            expected: words,
            fix: fix,
            advice: advice
        )
    }

    func notNumber(_ user: String, _ type: ValueType?, _ range: SourceRange) -> PredicateTextError {
        PredicateTextError(
            "not-a-number",
            range,
            "\(user) cannot be applied to \(type?.words ?? "a value of unknown type")",
            expected: "a number"
        )
    }
}

/// Returns advice on how to write the number that a text contains. Returns nil if the text is not a
/// number. For example, returns `write 1000000` for `1,000,000`, and `write 9.99` for `9,99`.
private func numberFix(_ text: String) -> String? {
    let isGrouped = text.wholeMatch(of: /-?[1-9][0-9]{0,2}(,[0-9]{3})+(\.[0-9]+)?/) != nil
    let plain = text.replacing(",", with: isGrouped ? "" : ".")
    if plain.wholeMatch(of: /-?[0-9]{1,18}(\.[0-9]+)?/) == nil { return nil }
    return "write \(plain)" + (plain == text ? " without quotes" : "")
}

/// Returns advice on how to write a date. If the literal is a string that contains a date in ISO
/// 8601, the advice repeats this date as a number of seconds.
private func dateFix(_ literal: ExpressionNode.Kind) -> String {
    if case .literal(.string(let text)) = literal, let seconds = seconds(ofISO: text) {
        return "write CAST(\(seconds), \"NSDate\") for this date, or use a variable such as $date"
    }
    return "use a variable such as $date, or CAST(seconds since 2001-01-01, \"NSDate\")"
}

/// Returns the common type of two expressions, such as the branches of `TERNARY`:
///
/// - the known type, if only one type is known
/// - a real number, if the first type is an integer and the second is a numeric type with fractions
/// - the first type in all other cases
private func commonType(_ first: ValueType?, _ second: ValueType?) -> ValueType? {
    guard let first, let second else { return first ?? second }
    return first.isInteger && second.isComputable && !second.isInteger ? .real : first
}
