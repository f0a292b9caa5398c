import QueryCompiler
import QueryLanguage
import Schema
import SeededRandom

/// A schema drawn by chance: entities with attributes of every kind that SQL compares, to-one and
/// to-many relationships between them and to themselves.
func randomSchema(_ numbers: inout SplitMix64) -> Schema {
    let names = ["Alpha", "Beta", "Gamma"].prefix(1 + numbers.below(3))
    var entities = names.map { name in
        Entity(
            name: name,
            attributes: [Attribute(name: "id", type: numbers.one(in: 2) ? .integer64 : .string)]
                + randomAttributes(&numbers),
            uniquenessConstraints: [["id"]]
        )
    }
    for number in 0..<(1 + numbers.below(4)) {
        let (from, to) = (numbers.below(entities.count), numbers.below(entities.count))
        let isToMany = !numbers.one(in: 4)
        let (there, back) = ("link\(number)", "back\(number)")
        entities[from].relationships.append(
            Relationship(name: there, destination: entities[to].name, inverse: back)
        )
        entities[to].relationships.append(
            Relationship(
                name: back,
                destination: entities[from].name,
                isToMany: isToMany,
                inverse: there
            )
        )
    }
    return Schema(name: "Random", entities: entities)
}

private func randomAttributes(_ numbers: inout SplitMix64) -> [Attribute] {
    let types: [AttributeType] = [
        .string, .string, .integer16, .integer64, .double, .float, .boolean, .date, .decimal,
    ]
    // One of each of the first kinds, so that every predicate finds something to compare.
    return types.enumerated().compactMap { position, type in
        position > 0 && numbers.one(in: 5) ? nil : Attribute(name: "a\(position)", type: type)
    }
}

/// Some indexes on the attributes of a schema, as a model may declare them.
func randomIndexes(_ schema: Schema, _ numbers: inout SplitMix64) -> [DeclaredIndex] {
    var indexes: [DeclaredIndex] = []
    let foldings: [ComparisonOptions] = [
        [], .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
    ]
    for entity in schema.entities {
        for attribute in entity.attributes where numbers.one(in: 3) {
            let isText = attribute.type == .string
            indexes.append(
                DeclaredIndex(
                    entity: entity.name,
                    attribute: attribute.name,
                    folding: isText ? numbers.pick(foldings, []) : [],
                    isDecimal: attribute.type == .decimal
                )
            )
        }
    }
    return indexes
}

/// The records of a schema, in memory. The order of `rows` is that of the identities.
final class RandomWorld: Sendable {
    struct Row: Sendable {
        var values: [String: QueryValue]
        /// The positions of to-one destinations.
        var links: [String: Int]
    }

    let schema: Schema
    let rows: [String: [Row]]

    init(_ schema: Schema, _ numbers: inout SplitMix64) {
        self.schema = schema
        var rows: [String: [Row]] = [:]
        for entity in schema.entities {
            rows[entity.name] = (0..<numbers.below(8)).map { position in
                var values: [String: QueryValue] = [:]
                for attribute in entity.attributes {
                    values[attribute.name] =
                        attribute.name == "id"
                        ? identity(position, attribute.type)
                        : numbers.one(in: 4) ? .null : randomValue(attribute.type, &numbers)
                }
                return Row(values: values, links: [:])
            }
        }
        for entity in schema.entities {
            for relationship in entity.relationships
            where schema.storage(of: relationship, in: entity) == .column {
                Self.link(relationship, of: entity, &rows, schema, &numbers)
            }
        }
        self.rows = rows
    }

    private static func link(
        _ relationship: Relationship,
        of entity: Entity,
        _ rows: inout [String: [Row]],
        _ schema: Schema,
        _ numbers: inout SplitMix64
    ) {
        let count = rows[relationship.destination]?.count ?? 0
        let inverse = relationship.inverse.flatMap {
            schema.entity(named: relationship.destination)?.relationship(named: $0)
        }
        var free = Array(0..<count)
        for position in (rows[entity.name] ?? []).indices where !free.isEmpty {
            if numbers.one(in: 4) { continue }
            let choice = numbers.below(free.count)
            rows[entity.name]?[position].links[relationship.name] = free[choice]
            // A to-one inverse leads back to one record only.
            if inverse?.isToMany == false { free.remove(at: choice) }
        }
    }

    func objects(of entity: String) -> [RandomObject] {
        (rows[entity] ?? []).indices.map { RandomObject(world: self, entity: entity, position: $0) }
    }
}

/// A record of a world.
struct RandomObject: QueryObject {
    let world: RandomWorld
    let entity: String
    let position: Int

    private var row: RandomWorld.Row? {
        world.rows[entity].flatMap { $0.indices.contains(position) ? $0[position] : nil }
    }

    var identity: QueryValue { row?.values["id"] ?? .null }

    func value(forKey key: String) -> QueryValue? {
        if let value = row?.values[key] { return value }
        guard let own = world.schema.entity(named: entity),
            let relationship = own.relationship(named: key)
        else { return nil }
        if world.schema.storage(of: relationship, in: own) == .column {
            return row?.links[key].map { object(relationship.destination, $0) } ?? .null
        }
        guard let inverse = relationship.inverse else { return nil }
        let others = (world.rows[relationship.destination] ?? []).enumerated()
            .filter { $0.element.links[inverse] == position }
            .map { object(relationship.destination, $0.offset) }
        return relationship.isToMany ? .list(others) : others.first ?? .null
    }

    func leadsToMany(_ keys: ArraySlice<PathKey>) -> Bool {
        var owner = world.schema.entity(named: entity)
        for case .name(let key) in keys {
            let found = owner?.relationship(named: key)
            if found?.isToMany == true { return true }
            owner = found.flatMap { world.schema.entity(named: $0.destination) }
        }
        return false
    }

    func isEqual(to other: any QueryObject) -> Bool {
        guard let other = other as? RandomObject else { return false }
        return other.entity == entity && other.position == position
    }

    private func object(_ entity: String, _ position: Int) -> QueryValue {
        .object(RandomObject(world: world, entity: entity, position: position))
    }
}

private func identity(_ position: Int, _ type: AttributeType) -> QueryValue {
    type == .string ? .string("k\(position)") : .integer(Int64(position) * 3 - 4)
}

let randomTexts = [
    "", "a", "A", "ab", "aB", "ä", "A\u{308}", "a\u{308}", "ß", "ss", "SS", "straße", "İ", "i",
    "ı", "a*", "a?b", "\\", "%", "_", "'", "\"", "日本", "😀", "قَاهرة", "قاهرة", "é", "e\u{301}x",
    "\0", "a\0", "a\0b", "\u{FFFF}0",
]

func randomValue(_ type: AttributeType, _ numbers: inout SplitMix64) -> QueryValue {
    switch type {
    case .string: .string(numbers.pick(randomTexts, ""))
    case .boolean: .boolean(numbers.one(in: 2))
    // Quarters are exact in binary, so that sums do not depend on the order of their terms.
    case .double, .float, .decimal: .real(Double(numbers.below(41) - 20) / 4)
    case .date: .date(Double(numbers.below(41) - 20) * 0.5)
    case .integer64 where numbers.one(in: 12):
        .integer(numbers.pick([.max, .min, 1 << 53 + 1, -1], 0))
    default: .integer(Int64(numbers.below(21) - 10))
    }
}
