import QueryCompiler
import QueryForm
import QueryLanguage
import SeededRandom

/// Forms of every kind, some of them in shapes that only a person filling in leaves behind: empty
/// groups, groups with one condition, code that fields could hold.
struct RandomForms {
    private var numbers: SplitMix64

    init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

    mutating func form() -> QueryForm {
        QueryForm(
            name: chance(2) ? "found" : nil,
            entity: "City",
            conditions: group(depth: 3),
            sorts: chance(2) ? [.init(path: path(), isDescending: chance(2))] : [],
            limit: chance(3) ? below(100) : nil,
            offset: chance(4) ? below(100) : nil,
            result: pick([
                .list, .first, .count, .attribute("name"), .aggregate(.sum, attribute: "size"),
            ])
        )
    }

    private mutating func group(depth: Int) -> FormGroup {
        var conditions: [FormCondition] = []
        for _ in 0..<below(4) { conditions.append(condition(depth: depth - 1)) }
        return FormGroup(chance(2) ? .all : .any, isNegated: chance(4), conditions)
    }

    private mutating func condition(depth: Int) -> FormCondition {
        if depth > 0, chance(3) { return .group(group(depth: depth)) }
        if chance(5) { return .code(FormCode(pick(codes), isNegated: chance(3))) }
        let op = pick(Comparison.Operator.allCases)
        return .comparison(
            FormComparison(
                path(),
                op,
                value(op),
                isNegated: chance(3),
                ignoresCase: chance(3),
                ignoresDiacritics: chance(4),
                quantifier: chance(5) ? pick(Comparison.Quantifier.allCases) : nil
            )
        )
    }

    private mutating func value(_ op: Comparison.Operator) -> FormValue {
        switch below(6) {
        case 0: return .parameter(pick(["text", "from", "größe", "in"]))
        case 1: return .date(Int64(below(2_000_000_000)) - 1_000_000_000)
        case 2: return .attribute(path())
        case 3:
            var elements: [FormValue] = []
            for _ in 0..<below(4) {
                elements.append(
                    pick([.literal(literal()), .parameter("one"), .date(Int64(below(1_000_000)))])
                )
            }
            return .list(elements)
        default: return .literal(literal())
        }
    }

    private mutating func literal() -> Literal {
        switch below(8) {
        case 0: .integer(chance(4) ? .min : Int64(below(1000)) - 500)
        case 1: .real(Double(below(100)) / 4 - 10)
        case 2: .boolean(chance(2))
        case 3: .null
        default:
            .string(
                pick(["", "a", "x\"y", "back\\slash", "l\nine", "عمّان", "%@ $x", "\u{1}", "İß"])
            )
        }
    }

    private mutating func path() -> [String] {
        pick([
            ["name"], ["size"], ["country", "name"], ["in"], ["self"], ["any", "first"],
            ["parts", "@count"], ["parts", "@max", "size"], ["größe"], ["_x1"],
        ])
    }

    mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &numbers) }
    private mutating func chance(_ one: Int) -> Bool { below(one) == 0 }
    private mutating func pick<T>(_ all: [T]) -> T { all[below(all.count)] }
}

private let codes = [
    "size > 2 * area", "name == 'a'", "name == 'a' AND size > 1", "NOT name == 'a'",
    "SUBQUERY(parts, $p, $p.size > 1).@count > 2", "'a' IN tags", "SELF == $city",
    "name ==[n] 'a'", "lowercase(name) == 'b' OR (a == 1 AND b == 2)",
]
