import Diagnostics
import Foundation
import GRDB
import QueryCompiler
import QueryLanguage
import Schema
import SeededRandom
import Testing

/// How many queries are tried; `AGREEMENT_CASES` says otherwise.
private let caseCount =
    ProcessInfo.processInfo.environment["AGREEMENT_CASES"].flatMap { Int($0) } ?? 2_000

private let queriesPerWorld = 25
private let now = 1.25

/// SQL, with what it leaves to memory, yields the records for which the predicate holds in memory, in
/// the same order.
@Test func theStoreAndMemoryAgreeOnWhatAPredicateMeans() throws {
    var (tried, left, nonEmpty) = (0, 0, 0)
    for seed in 0..<(max(1, caseCount / queriesPerWorld)) {
        var numbers = SplitMix64(seed: UInt64(seed))
        let schema = randomSchema(&numbers)
        let indexes = randomIndexes(schema, &numbers)
        let world = RandomWorld(schema, &numbers)
        let database = try WorldDatabase(world, indexes)
        for number in 0..<queriesPerWorld {
            let entity = numbers.pick(schema.entities, schema.entities[0])
            var queries = RandomQueries(world: world, numbers: numbers)
            let request = queries.request(entity)
            numbers = queries.numbers
            let text = request.predicate?.text ?? ""
            let label = "seed \(seed), query \(number), \(entity.name): \(text)"
            let found: [QueryValue]
            do {
                let query = try compile(
                    request,
                    in: schema,
                    source: QuerySource(text: text, file: "query"),
                    indexes: indexes
                )
                if query.remainder != nil { left += 1 }
                found = try stored(query, queries.variables, world, database)
            } catch {
                Issue.record("\(label): \(error)")
                return
            }
            let expected = try remembered(request, queries.variables, world)
            let isSame = describe(found) == describe(expected)
            #expect(isSame, "\(label)\nSQL \(describe(found))\nmemory \(describe(expected))")
            if !isSame { return }
            tried += 1
            if !expected.isEmpty { nonEmpty += 1 }
        }
    }
    print("\(tried) queries agree; \(nonEmpty) yield records, \(left) leave a part to memory")
    #expect(nonEmpty > tried / 5)
}

/// A to-one relationship between two to-many ones, or at the end of the path of a SUBQUERY, leads to
/// no record from some records.
@Test func theStoreAndMemoryAgreeOnPathsWithMissingRecords() throws {
    var tried = 0
    for seed in 0..<40 {
        var numbers = SplitMix64(seed: UInt64(seed))
        let schema = randomSchema(&numbers)
        let world = RandomWorld(schema, &numbers)
        let database = try WorldDatabase(world, [])
        for entity in schema.entities {
            for text in predicatesThroughOne(from: entity, in: schema) {
                let request = QueryRequest(
                    entity: entity.name,
                    predicate: try parsePredicate(text)
                )
                let query = try compile(
                    request,
                    in: schema,
                    source: QuerySource(text: text, file: "query"),
                    indexes: []
                )
                let found = describe(try stored(query, [:], world, database))
                let expected = describe(try remembered(request, [:], world))
                #expect(found == expected, "seed \(seed), \(entity.name): \(text)")
                tried += 1
            }
        }
    }
    #expect(tried > 100)
}

private func predicatesThroughOne(from entity: Entity, in schema: Schema) -> [String] {
    var predicates: [String] = []
    for many in entity.relationships where many.isToMany {
        let middle = schema.entity(named: many.destination)
        for one in middle?.relationships ?? [] where !one.isToMany {
            let path = "\(many.name).\(one.name)"
            predicates += ["SUBQUERY(\(path), $x, $x.id == nil).@count > 0"]
            predicates += ["SUBQUERY(\(path), $x, $x.id != nil AND $x.a0 == nil).@count == 1"]
            let last = schema.entity(named: one.destination)
            for further in last?.relationships ?? [] where further.isToMany {
                let whole = "\(path).\(further.name)"
                predicates += ["\(whole).@count == 0", "\(whole).@count > 1"]
                predicates += ["ANY \(whole).id == nil", "NONE \(whole).a0 != nil"]
            }
        }
    }
    return predicates
}

private func identityText(_ identity: QueryValue) -> String {
    switch identity {
    case .string(let text): text
    case .integer(let whole): "\(whole)"
    default: ""
    }
}

private func describe(_ identities: [QueryValue]) -> [String] { identities.map { "\($0)" } }

private func stored(
    _ query: CompiledQuery,
    _ variables: [String: QueryValue],
    _ world: RandomWorld,
    _ database: WorldDatabase
) throws -> [QueryValue] {
    let objects = world.objects(of: query.entity.name)
    let byIdentity = Dictionary(
        objects.map { (identityText($0.identity), $0) },
        uniquingKeysWith: { first, _ in first }
    )
    var result: [QueryValue] = []
    for identity in try database.identities(query, variables, now: now) {
        let object = try #require(byIdentity[identity])
        let holds = try query.remainder?.holds(
            for: .object(object),
            variables: variables,
            now: now
        )
        if holds != false { result.append(object.identity) }
    }
    return result
}

private func remembered(
    _ request: QueryRequest,
    _ variables: [String: QueryValue],
    _ world: RandomWorld
) throws -> [QueryValue] {
    let objects = try world.objects(of: request.entity).filter { object in
        try request.predicate?.holds(for: .object(object), variables: variables, now: now) ?? true
    }
    let keyed = try objects.map { object in
        let keys = try request.sorts.map { sort in
            let path = ExpressionNode(.keyPath(sort.path.map(PathKey.name)))
            return try path.value(for: .object(object))
        }
        return (identity: object.identity, keys: keys)
    }
    return keyed.sorted { a, b in
        for (position, sort) in request.sorts.enumerated() {
            let found = nullsFirst(a.keys[position], b.keys[position])
            if found != 0 { return sort.isDescending ? found > 0 : found < 0 }
        }
        return nullsFirst(a.identity, b.identity) < 0
    }.map(\.identity)
}

private func nullsFirst(_ left: QueryValue, _ right: QueryValue) -> Int {
    switch (left, right) {
    case (.null, .null): 0
    case (.null, _): -1
    case (_, .null): 1
    default: order(left, right) ?? 0
    }
}
