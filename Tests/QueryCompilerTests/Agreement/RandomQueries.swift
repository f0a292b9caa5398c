import QueryCompiler
import QueryLanguage
import Schema
import SeededRandom

/// Predicates that fit a schema, with the values of their variables.
struct RandomQueries {
    let world: RandomWorld
    var numbers: SplitMix64
    var variables: [String: QueryValue] = [:]

    private var schema: Schema { world.schema }

    /// What a value is drawn for.
    enum Kind: CaseIterable {
        case text, integer, real, truth, date

        var types: [AttributeType] {
            switch self {
            case .text: [.string]
            case .integer: [.integer16, .integer32, .integer64]
            case .real: [.double, .float, .decimal]
            case .truth: [.boolean]
            case .date: [.date]
            }
        }
    }

    /// Where bare keys begin: the object that is asked, or a variable of a SUBQUERY.
    struct Origin {
        var entity: Entity
        var variable: String?
    }

    mutating func request(_ entity: Entity) -> QueryRequest {
        let origin = Origin(entity: entity)
        return QueryRequest(
            entity: entity.name,
            predicate: predicate([origin], 3),
            sorts: (0..<numbers.below(3)).compactMap { _ in
                let kind = numbers.pick(Kind.allCases, .text)
                return path(to: kind, from: entity, hops: 2).map {
                    QueryRequest.Sort(path: $0, isDescending: numbers.one(in: 2))
                }
            }
        )
    }

    mutating func predicate(_ origins: [Origin], _ depth: Int) -> PredicateNode {
        switch depth <= 0 ? 9 : numbers.below(10) {
        case 0: return .not(predicate(origins, depth - 1))
        case 1, 2:
            return .and((0..<(2 + numbers.below(2))).map { _ in predicate(origins, depth - 1) })
        case 3, 4:
            return .or((0..<(2 + numbers.below(2))).map { _ in predicate(origins, depth - 1) })
        case 5:
            return numbers.one(in: 4) ? .constant(numbers.one(in: 2)) : comparison(origins, depth)
        default: return comparison(origins, depth)
        }
    }

    // MARK: - Comparisons

    private mutating func comparison(_ origins: [Origin], _ depth: Int) -> PredicateNode {
        switch numbers.below(8) {
        case 0: if let found = quantified(origins, depth) { return found }
        case 1: if let found = identity(origins) { return found }
        case 2: if let found = counted(origins, depth) { return found }
        case 3: if let found = containing(origins) { return found }
        default: break
        }
        let kind = numbers.pick(Kind.allCases, .text)
        guard let left = value(kind, origins, depth, isAnchored: true) else {
            return .constant(true)
        }
        return compared(left, kind, origins, depth, nil)
    }

    private mutating func compared(
        _ left: ExpressionNode,
        _ kind: Kind,
        _ origins: [Origin],
        _ depth: Int,
        _ quantifier: Comparison.Quantifier?
    ) -> PredicateNode {
        let op = numbers.pick(operators(kind), .equal)
        var options: ComparisonOptions = []
        if kind == .text, !numbers.one(in: 3) {
            options = ComparisonOptions(rawValue: UInt8(numbers.below(16)))
        }
        let right: ExpressionNode
        switch op {
        case .isIn:
            right =
                numbers.one(in: 3)
                ? variable(.list((0..<numbers.below(4)).map { _ in constant(kind) }))
                : aggregate((0..<numbers.below(4)).map { _ in operand(kind, origins, depth) })
        case .between: right = aggregate((0..<2).map { _ in operand(kind, origins, depth) })
        case .matches:
            let patterns = ["a.*", "[a-z]+", #"\w*"#, ".", "", "(a|ab)b?", "ß|ä", "É", "a.b"]
            right = text(numbers.pick(patterns, ""))
        case .like:
            right = text(
                numbers.pick(["*", "?", "a*", "*ß*", #"a\*"#, "Ä", "a?b", "", "*b", "a\0*"], "")
            )
        default: right = operand(kind, origins, depth)
        }
        return .comparison(
            Comparison(left, op, right, options: options, quantifier: quantifier)
        )
    }

    private func operators(_ kind: Kind) -> [Comparison.Operator] {
        let common: [Comparison.Operator] = [.equal, .notEqual, .isIn]
        let ordered: [Comparison.Operator] = [
            .less, .lessOrEqual, .greater, .greaterOrEqual, .between,
        ]
        switch kind {
        case .truth: return common
        case .text:
            return common + ordered + [.beginsWith, .endsWith, .contains, .like, .matches]
        default: return common + ordered
        }
    }

    private mutating func quantified(_ origins: [Origin], _ depth: Int) -> PredicateNode? {
        let kind = numbers.pick(Kind.allCases, .text)
        guard let origin = origins.randomElement(using: &numbers),
            let left = collection(of: kind, from: origin)
        else { return nil }
        let quantifier = numbers.pick([Comparison.Quantifier.any, .all, .none], .any)
        return compared(left, kind, origins, depth, quantifier)
    }

    /// A record compared with another, or with one of a list.
    private mutating func identity(_ origins: [Origin]) -> PredicateNode? {
        guard let origin = origins.randomElement(using: &numbers) else { return nil }
        let found = origin.entity.relationships.filter { !$0.isToMany }
        let relationship = found.randomElement(using: &numbers)
        let entity = relationship?.destination ?? origin.entity.name
        let objects = world.objects(of: entity)
        let left = key(relationship.map { [$0.name] } ?? [], origin)
        guard let object = objects.randomElement(using: &numbers) else {
            return .comparison(Comparison(left, .equal, ExpressionNode(.literal(.null))))
        }
        if numbers.one(in: 3) {
            let list = objects.filter { _ in numbers.one(in: 2) }.map { QueryValue.object($0) }
            return .comparison(Comparison(left, .isIn, variable(.list(list))))
        }
        let op: Comparison.Operator = numbers.one(in: 2) ? .equal : .notEqual
        return .comparison(Comparison(left, op, variable(.object(object))))
    }

    /// `SUBQUERY(…).@count > 0`
    private mutating func counted(_ origins: [Origin], _ depth: Int) -> PredicateNode? {
        guard depth > 0, let origin = origins.randomElement(using: &numbers),
            let relationship = origin.entity.relationships.filter(\.isToMany)
                .randomElement(using: &numbers),
            let entity = schema.entity(named: relationship.destination)
        else { return nil }
        let name = "s\(depth)\(origins.count)"
        let inner = Origin(entity: entity, variable: name)
        let subquery = ExpressionNode(
            .subquery(
                key([relationship.name], origin),
                name,
                predicate(origins + [inner], depth - 1)
            )
        )
        let count =
            numbers.one(in: 3)
            ? ExpressionNode(.element(subquery, .size))
            : ExpressionNode(.path(subquery, [.collection(.count)]))
        let op = numbers.pick([Comparison.Operator.equal, .greater, .notEqual], .equal)
        return .comparison(Comparison(count, op, integer(Int64(numbers.below(3)))))
    }

    /// `list CONTAINS value` and `value IN list`.
    private mutating func containing(_ origins: [Origin]) -> PredicateNode? {
        let kind = numbers.pick(Kind.allCases, .text)
        guard let origin = origins.randomElement(using: &numbers),
            let list = collection(of: kind, from: origin)
        else { return nil }
        let value = operand(kind, origins, 1)
        let options: ComparisonOptions = kind == .text && numbers.one(in: 2) ? .caseInsensitive : []
        return .comparison(
            numbers.one(in: 2)
                ? Comparison(list, .contains, value, options: options)
                : Comparison(value, .isIn, list, options: options)
        )
    }

    // MARK: - Values

    /// The other side of a comparison, whose type is known.
    private mutating func operand(_ kind: Kind, _ origins: [Origin], _ depth: Int)
        -> ExpressionNode
    {
        if numbers.one(in: 12) { return ExpressionNode(.literal(.null)) }
        switch numbers.below(4) {
        case 0: return literal(kind) ?? variable(constant(kind))
        case 1: return variable(constant(kind))
        default: return value(kind, origins, depth, isAnchored: false) ?? variable(constant(kind))
        }
    }

    /// A value that has a type of its own.
    private mutating func value(
        _ kind: Kind,
        _ origins: [Origin],
        _ depth: Int,
        isAnchored: Bool
    ) -> ExpressionNode? {
        if depth > 0, numbers.one(in: 3), let found = computed(kind, origins, depth - 1) {
            return found
        }
        guard let origin = origins.randomElement(using: &numbers) else { return nil }
        if let found = path(to: kind, from: origin.entity, hops: 2) { return key(found, origin) }
        return isAnchored ? literal(kind) : nil
    }

    private mutating func computed(_ kind: Kind, _ origins: [Origin], _ depth: Int)
        -> ExpressionNode?
    {
        if numbers.one(in: 6) {
            guard let yes = value(kind, origins, 0, isAnchored: true) else { return nil }
            return ExpressionNode(
                .ternary(predicate(origins, depth), yes, operand(kind, origins, 0))
            )
        }
        switch kind {
        case .text:
            if numbers.one(in: 3) { return aggregate(kind, origins, [.minimum, .maximum]) }
            let function = numbers.pick([Function.uppercase, .lowercase, .canonical], .uppercase)
            return value(.text, origins, depth, isAnchored: true).map {
                ExpressionNode(.function(function, [$0]))
            }
        case .integer: return wholeNumber(origins, depth)
        case .real:
            if numbers.one(in: 4) {
                let function = numbers.pick(
                    [Function.sqrt, .ln, .log, .exp, .abs, .floor, .ceiling, .trunc],
                    .sqrt
                )
                return value(.real, origins, depth, isAnchored: true).map {
                    ExpressionNode(.function(function, [$0]))
                }
            }
            if numbers.one(in: 3) {
                return aggregate(kind, origins, [.sum, .average, .minimum, .maximum])
            }
            let op = numbers.pick(
                [ArithmeticOperator.add, .subtract, .multiply, .divide, .power],
                .add
            )
            guard let left = value(.real, origins, depth, isAnchored: true) else { return nil }
            let right = operand(numbers.one(in: 2) ? .real : .integer, origins, depth)
            return ExpressionNode(.arithmetic(left, op, right))
        case .truth: return nil
        case .date:
            guard let left = value(.date, origins, 0, isAnchored: false) else { return nil }
            let seconds = ExpressionNode(.literal(.real(Double(numbers.below(9)) / 2)))
            return ExpressionNode(.arithmetic(left, numbers.one(in: 2) ? .add : .subtract, seconds))
        }
    }

    private mutating func wholeNumber(_ origins: [Origin], _ depth: Int) -> ExpressionNode? {
        switch numbers.below(7) {
        case 6:
            // SQL has no form of it.
            return value(.text, origins, depth, isAnchored: true).map {
                ExpressionNode(.selector($0, .integerValue, []))
            }
        case 0: return aggregate(.integer, origins, [.minimum, .maximum])
        case 1:
            guard let origin = origins.randomElement(using: &numbers),
                let relationship = origin.entity.relationships.filter(\.isToMany)
                    .randomElement(using: &numbers)
            else { return nil }
            return key([.name(relationship.name), .collection(.count)], origin)
        case 2:
            return value(.text, origins, depth, isAnchored: true).map {
                ExpressionNode(.function(.length, [$0]))
            }
        case 3:
            let function = numbers.pick([Function.abs, .complement, .floor, .noindex], .abs)
            return value(.integer, origins, depth, isAnchored: true).map {
                ExpressionNode(.function(function, [$0]))
            }
        case 4:
            return value(.integer, origins, depth, isAnchored: true).map {
                ExpressionNode(.negative($0))
            }
        default:
            let op = numbers.pick(ArithmeticOperator.allCases.filter { $0 != .power }, .add)
            guard let left = value(.integer, origins, 0, isAnchored: true) else { return nil }
            return ExpressionNode(
                .arithmetic(left, op, integer(Int64(numbers.below(9) - 2)))
            )
        }
    }

    private mutating func aggregate(
        _ kind: Kind,
        _ origins: [Origin],
        _ operators: [CollectionOperator]
    ) -> ExpressionNode? {
        guard let origin = origins.randomElement(using: &numbers),
            let relationship = origin.entity.relationships.filter(\.isToMany)
                .randomElement(using: &numbers),
            let entity = schema.entity(named: relationship.destination),
            let rest = path(to: kind, from: entity, hops: 1)
        else { return nil }
        let op = numbers.pick(operators, .maximum)
        return key([.name(relationship.name), .collection(op)] + rest.map(PathKey.name), origin)
    }

    // MARK: - Paths

    /// A path through to-one relationships to an attribute of this kind.
    private mutating func path(to kind: Kind, from entity: Entity, hops: Int) -> [String]? {
        if hops > 0, numbers.one(in: 3),
            let relationship = entity.relationships.filter({ !$0.isToMany })
                .randomElement(using: &numbers),
            let destination = schema.entity(named: relationship.destination),
            let rest = path(to: kind, from: destination, hops: hops - 1)
        {
            return [relationship.name] + rest
        }
        let found = entity.attributes.filter { kind.types.contains($0.type) }
        return found.randomElement(using: &numbers).map { [$0.name] }
    }

    /// A path through one to-many relationship, or two.
    private mutating func collection(of kind: Kind, from origin: Origin) -> ExpressionNode? {
        guard
            let relationship = origin.entity.relationships.filter(\.isToMany)
                .randomElement(using: &numbers),
            let entity = schema.entity(named: relationship.destination)
        else { return nil }
        if numbers.one(in: 3),
            let second = entity.relationships.filter(\.isToMany).randomElement(using: &numbers),
            let further = schema.entity(named: second.destination),
            let rest = path(to: kind, from: further, hops: 1)
        {
            return key([relationship.name, second.name] + rest, origin)
        }
        return path(to: kind, from: entity, hops: 1).map { key([relationship.name] + $0, origin) }
    }

    private func key(_ path: [String], _ origin: Origin) -> ExpressionNode {
        key(path.map(PathKey.name), origin)
    }

    private func key(_ path: [PathKey], _ origin: Origin) -> ExpressionNode {
        guard let name = origin.variable else { return ExpressionNode(.keyPath(path)) }
        let base = ExpressionNode(.variable(name))
        return path.isEmpty ? base : ExpressionNode(.path(base, path))
    }

    // MARK: - Constants

    private mutating func constant(_ kind: Kind) -> QueryValue {
        randomValue(kind.types[0], &numbers)
    }

    private mutating func literal(_ kind: Kind) -> ExpressionNode? {
        switch constant(kind) {
        case .string(let value): text(value)
        case .integer(let value): integer(value)
        case .real(let value): ExpressionNode(.literal(.real(value)))
        case .boolean(let value): ExpressionNode(.literal(.boolean(value)))
        case .date(let seconds):
            ExpressionNode(.cast(ExpressionNode(.literal(.real(seconds))), .date))
        default: nil
        }
    }

    private func text(_ value: String) -> ExpressionNode {
        ExpressionNode(.literal(.string(value)))
    }

    private func integer(_ value: Int64) -> ExpressionNode {
        ExpressionNode(.literal(.integer(value)))
    }

    private func aggregate(_ elements: [ExpressionNode]) -> ExpressionNode {
        ExpressionNode(.aggregate(elements))
    }

    private mutating func variable(_ value: QueryValue) -> ExpressionNode {
        let name = "v\(variables.count)"
        variables[name] = value
        return ExpressionNode(.variable(name))
    }
}
