extension PredicateNode {
    /// The predicate as text, with only the necessary parentheses. Parsing the text gives an equal
    /// predicate.
    package var text: String { Printer.text([.predicate(self, inside: .nothing)]) }
}

extension Comparison {
    package var text: String { Printer.text([.predicate(.comparison(self), inside: .nothing)]) }
}

extension ExpressionNode {
    package var text: String { Printer.text([.expression(self)]) }
}

/// A printer for predicates and expressions. It uses a work list instead of recursion, so that a
/// tree of any height can be printed.
struct Printer {
    enum Work {
        case text(String)
        case predicate(PredicateNode, inside: Surrounding)
        case expression(ExpressionNode)
        case parenthesised(ExpressionNode)
    }

    /// The kind of compound predicate that directly contains a predicate. `nothing` means that the
    /// predicate is not part of another one.
    enum Surrounding {
        case nothing, or, and, not
    }

    private var output = ""
    /// The texts, predicates and expressions that are still to be printed, in reverse order. The
    /// last element is printed next.
    private var work: [Work]

    static func text(_ work: [Work]) -> String {
        var printer = Printer(work: work.reversed())
        while let next = printer.work.popLast() { printer.print(next) }
        return printer.output
    }

    private mutating func print(_ next: Work) {
        switch next {
        case .text(let text): output += text
        case .predicate(let predicate, let surrounding): print(predicate, surrounding)
        case .expression(let expression): print(expression)
        case .parenthesised(let expression):
            push([.text("("), .expression(expression), .text(")")])
        }
    }

    private mutating func push(_ parts: [Work]) { work.append(contentsOf: parts.reversed()) }

    // MARK: - Predicates

    private mutating func print(_ predicate: PredicateNode, _ surrounding: Surrounding) {
        switch predicate {
        case .constant(let value): output += value ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .comparison(let comparison):
            let parts: [Work] = [
                .text(comparison.quantifier.map { "\($0.rawValue) " } ?? ""),
                .expression(comparison.left),
                .text(" \(comparison.operator.rawValue)\(comparison.options.text) "),
                .expression(comparison.right),
            ]
            push(surrounding == .not ? [.text("(")] + parts + [.text(")")] : parts)
        case .not(let inner): push([.text("NOT "), .predicate(inner, inside: .not)])
        case .and(let parts): print(parts, " AND ", .and, surrounding)
        case .or(let parts): print(parts, " OR ", .or, surrounding)
        }
    }

    private mutating func print(
        _ parts: [PredicateNode],
        _ word: String,
        _ own: Surrounding,
        _ surrounding: Surrounding
    ) {
        guard let first = parts.first else { return print(.constant(own == .and), surrounding) }
        if parts.count == 1 { return print(first, surrounding) }
        let needsParentheses =
            switch surrounding {
            case .nothing: false
            case .or: own == .or
            case .and, .not: true
            }
        var pieces: [Work] = needsParentheses ? [.text("(")] : []
        for (position, part) in parts.enumerated() {
            if position > 0 { pieces.append(.text(word)) }
            pieces.append(.predicate(part, inside: own))
        }
        if needsParentheses { pieces.append(.text(")")) }
        push(pieces)
    }

    // MARK: - Values

    private mutating func print(_ expression: ExpressionNode) {
        switch expression.kind {
        case .literal(let literal): output += literal.text
        case .keyPath(let keys): output += keys.isEmpty ? "SELF" : keyPathText(keys)
        case .variable(let name): output += "$\(name)"
        case .placeholder(let placeholder): output += placeholder.text
        case .path(let base, let keys):
            push([operand(base, .key), .text(keys.isEmpty ? "" : "." + keyPathText(keys))])
        case .aggregate(let elements):
            push([.text("{")] + separated(elements) + [.text("}")])
        case .negative(let inner): push([.text("-"), operand(inner, .sign)])
        case .complement(let inner): push([.text("~"), operand(inner, .complement)])
        case .arithmetic(let left, let op, let right):
            push([operand(left, .left(op)), .text(" \(op.rawValue) "), operand(right, .right(op))])
        case .element(let base, let index): push([operand(base, .index)] + work(for: index))
        case .function(let function, let arguments):
            push([.text("\(function.rawValue)(")] + separated(arguments) + [.text(")")])
        case .selector(let receiver, let selector, let arguments):
            let name = ExpressionNode(.literal(.string(selector.rawValue)))
            push([.text("FUNCTION(")] + separated([receiver, name] + arguments) + [.text(")")])
        case .cast(let inner, let type):
            let name = ExpressionNode(.literal(.string(type.rawValue)))
            push([.text("CAST(")] + separated([inner, name]) + [.text(")")])
        case .ternary(let condition, let yes, let no):
            push(
                [.text("TERNARY("), .predicate(condition, inside: .nothing), .text(", ")]
                    + separated([yes, no]) + [.text(")")]
            )
        case .subquery(let collection, let name, let predicate):
            push([
                .text("SUBQUERY("), .expression(collection), .text(", $\(name), "),
                .predicate(predicate, inside: .nothing), .text(")"),
            ])
        }
    }

    private func separated(_ expressions: [ExpressionNode]) -> [Work] {
        var result: [Work] = []
        for (position, expression) in expressions.enumerated() {
            if position > 0 { result.append(.text(", ")) }
            result.append(.expression(expression))
        }
        return result
    }

    private func work(for index: ExpressionNode.ElementIndex) -> [Work] {
        switch index {
        case .first: return [.text("[FIRST]")]
        case .last: return [.text("[LAST]")]
        case .size: return [.text("[SIZE]")]
        case .value(let value):
            // The mark `#` distinguishes a key named FIRST, LAST or SIZE from the index of that
            // name.
            if case .keyPath(let keys) = value.kind, keys.count == 1,
                case .name(let name)? = keys.first,
                ["FIRST", "LAST", "SIZE"].contains(name.uppercased())
            {
                return [.text("[#\(name)]")]
            }
            return [.text("["), .expression(value), .text("]")]
        }
    }

    /// Position of an operand in the enclosing expression.
    private enum Place {
        case left(ArithmeticOperator)
        case right(ArithmeticOperator)
        case sign, complement, key, index
    }

    private func operand(_ expression: ExpressionNode, _ place: Place) -> Work {
        needsParentheses(expression, place) ? .parenthesised(expression) : .expression(expression)
    }

    private func needsParentheses(_ expression: ExpressionNode, _ place: Place) -> Bool {
        switch (expression.kind, place) {
        case (.arithmetic(_, let inner, _), .left(let outer)):
            inner.precedence < outer.precedence
                || (inner.precedence == outer.precedence && outer == .power)
        case (.arithmetic(_, let inner, _), .right(let outer)):
            inner.precedence < outer.precedence
                || (inner.precedence == outer.precedence && outer != .power)
        case (.arithmetic, _): true
        // A minus sign directly before a number would be read as part of the number.
        case (.literal(.integer(let value)), .sign): value >= 0
        case (.literal(.real(let value)), .sign): value.sign == .plus
        case (.literal(.integer), .key), (.literal(.integer), .index), (.literal(.real), .key),
            (.literal(.real), .index):
            true
        case (.negative, .key), (.negative, .index), (.complement, .key), (.complement, .index),
            (.keyPath, .key), (.path, .key):
            true
        default: false
        }
    }
}
