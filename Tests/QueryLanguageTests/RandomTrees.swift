import QueryLanguage
import SeededRandom

/// Trees of every kind of node, as reading a text may give them.
struct RandomTrees {
    var numbers: SplitMix64

    init(seed: UInt64) {
        numbers = SplitMix64(seed: seed)
    }

    mutating func predicate(_ depth: Int) -> PredicateNode {
        switch depth <= 0 ? 0 : number(8) {
        case 1: return .constant(chance(2))
        case 2: return .not(predicate(depth - 1))
        case 3: return .and(parts(depth))
        case 4: return .or(parts(depth))
        default:
            return .comparison(
                Comparison(
                    expression(depth - 1),
                    pick(Comparison.Operator.allCases, .equal),
                    expression(depth - 1),
                    options: ComparisonOptions(rawValue: chance(3) ? UInt8(number(16)) : 0),
                    quantifier: chance(6) ? pick(Comparison.Quantifier.allCases, .any) : nil
                )
            )
        }
    }

    mutating func expression(_ depth: Int) -> ExpressionNode {
        ExpressionNode(depth <= 0 ? leaf() : branch(depth))
    }

    private mutating func leaf() -> ExpressionNode.Kind {
        switch number(8) {
        case 0: return .literal(.string(text()))
        case 1: return .literal(.integer(chance(4) ? .min : Int64(number(2000)) - 1000))
        case 2: return .literal(.real(chance(9) ? .infinity : Double(number(2000)) / 8 - 100))
        case 3: return .literal(chance(2) ? .null : .boolean(chance(2)))
        case 4: return .variable(name())
        default: return .keyPath(keys(from: 0))
        }
    }

    private mutating func branch(_ depth: Int) -> ExpressionNode.Kind {
        let inner = depth - 1
        switch number(13) {
        case 0: return .path(expression(inner), keys(from: 1))
        case 1: return .aggregate((0..<number(4)).map { _ in expression(inner) })
        case 2: return .negative(expression(inner))
        case 3: return .complement(expression(inner))
        case 4, 5, 6:
            let op = pick(ArithmeticOperator.allCases, .add)
            return .arithmetic(expression(inner), op, expression(inner))
        case 7: return .element(expression(inner), index(inner))
        case 8:
            let function = pick(Function.allCases, .now)
            let count = function.argumentCount ?? number(3)
            return .function(function, (0..<count).map { _ in expression(inner) })
        case 9:
            let selector = pick(Selector.allCases, .length)
            let arguments = (0..<selector.argumentCount).map { _ in expression(inner) }
            return .selector(expression(inner), selector, arguments)
        case 10: return .cast(expression(inner), pick(CastType.allCases, .date))
        case 11: return .ternary(predicate(inner), expression(inner), expression(inner))
        default: return .subquery(expression(inner), name(), predicate(inner))
        }
    }

    private mutating func index(_ depth: Int) -> ExpressionNode.ElementIndex {
        switch number(4) {
        case 0: .first
        case 1: .last
        case 2: .size
        default: .value(expression(depth))
        }
    }

    private mutating func keys(from least: Int) -> [PathKey] {
        var keys = (0..<max(least, number(4))).map { _ in PathKey.name(name()) }
        if chance(6) { keys.append(.collection(pick(CollectionOperator.allCases, .count))) }
        return keys
    }

    private mutating func parts(_ depth: Int) -> [PredicateNode] {
        (0..<(2 + number(2))).map { _ in predicate(depth - 1) }
    }

    private mutating func name() -> String {
        pick(
            ["a", "name", "in", "Self", "first", "LAST", "ŝtato", "名", "like", "x1", "_", "cast"],
            "a"
        )
    }

    private mutating func text() -> String {
        pick(
            [
                "", "a", "it's", "\"", "\\", "\\d", "é", "e\u{301}", "\u{0}\n\t\r\u{7F}", "😀", "%@",
                "'",
            ],
            ""
        )
    }

    mutating func number(_ end: Int) -> Int { Int.random(in: 0..<end, using: &numbers) }
    mutating func chance(_ oneIn: Int) -> Bool { number(oneIn) == 0 }

    mutating func pick<T>(_ values: [T], _ otherwise: T) -> T {
        values.randomElement(using: &numbers) ?? otherwise
    }
}
