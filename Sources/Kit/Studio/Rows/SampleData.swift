import QueryLanguage
import Schema

/// Number of sample records of each non-abstract entity, not counting the records of its child
/// entities.
let sampleCount = 24

extension Records {
    /// Returns sample records. They are always the same for the same schema. Some texts differ only
    /// in case or only in diacritics. Some contain the same word at different positions.
    static func sample(of declared: Schema) -> Records {
        let schema = declared.withInheritedProperties
        let tables = schema.entities.map { sampleTable($0, schema) }
        let pairs = schema.pairedRelationships.map { samplePairs($0, schema) }
        return Records(schema, tables, pairs, origin: "sample data", isSample: true)
    }
}

/// Returns sample pairs for a relationship. Pairs each source record with at most three of the
/// first ten target records. If the relationship is its own inverse, also includes each pair in
/// reverse.
private func samplePairs(_ paired: PairedRelationship, _ schema: Schema) -> Records.Pairs {
    let seed = Int(hash("\(paired.entity.name).\(paired.relationship.name)") % 10)
    var rows: [Records.Pairs.Pair] = []
    var seen: Set<String> = []
    guard let named = schema.entity(named: paired.relationship.destination),
        let destination = schema.kinds(of: named).first
    else { return Records.Pairs(table: paired.join.table, rows: []) }
    let first = schema.firstNumber(of: destination)
    for kind in schema.kinds(of: paired.entity) {
        let start = schema.firstNumber(of: kind)
        for number in start..<start + sampleCount {
            let own = identity(of: kind, number)
            for turn in 0..<(number + seed) % 4 {
                let target = first + (number &* 3 &+ turn &* 4 &+ seed) % 10
                let other = identity(of: destination, target)
                let both = paired.join.isSymmetric
                for pair in [(own, other)] + (both ? [(other, own)] : [])
                where seen.insert("\(pair.0) \(pair.1)").inserted {
                    rows.append(.init(source: pair.0, target: pair.1))
                }
            }
        }
    }
    return Records.Pairs(table: paired.join.table, rows: rows)
}

private func sampleTable(_ entity: Entity, _ schema: Schema) -> Records.Table {
    let held = entity.relationships.filter { schema.storage(of: $0, in: entity) == .column }
    let assigned = entity.identityAttribute == nil ? [entity.identityColumn] : []
    let rows = schema.kinds(of: entity).flatMap { kind in
        let first = schema.firstNumber(of: kind)
        return (first..<first + sampleCount).map { number in
            entity.attributes.map { value($0, of: kind, number) }
                + held.map { link($0, of: kind, schema, number) }
                + assigned.map { _ in QueryValue.integer(Int64(number + 1)) }
        }
    }
    return Records.Table(
        entity: entity,
        columns: entity.attributes.map(\.name) + held.map(\.name) + assigned,
        rows: rows
    )
}

private func link(
    _ relationship: Relationship,
    of entity: Entity,
    _ schema: Schema,
    _ number: Int
) -> QueryValue {
    let seed = hash("\(entity.name).\(relationship.name)")
    guard let named = schema.entity(named: relationship.destination),
        let destination = schema.kinds(of: named).first,
        !(relationship.isOptional && number % 8 == 6)
    else { return .null }
    // Links lead only to the first ten records, so that some records have several links and others
    // none.
    let target = schema.firstNumber(of: destination) + (number &* 7 &+ Int(seed % 10)) % 10
    return identity(of: destination, target)
}

private func identity(of entity: Entity, _ number: Int) -> QueryValue {
    guard let attribute = entity.identityAttribute else { return .integer(Int64(number + 1)) }
    switch attribute.type {
    case .string: return .string("\(lowerCamel(entity.name))-\(number + 1)")
    case .uuid: return .string(uuid(hash(entity.name), number))
    default: return .integer(Int64(number + 1))
    }
}

private func value(_ attribute: Attribute, of entity: Entity, _ number: Int) -> QueryValue {
    if entity.identityAttribute?.name == attribute.name { return identity(of: entity, number) }
    let seed = hash("\(entity.name).\(attribute.name)")
    let turn = number &+ Int(seed % 24)
    if attribute.isOptional, turn % 12 == 5 { return .null }
    switch attribute.type {
    case .string: return .string(text(attribute.name, turn))
    case .integer16, .integer32, .integer64: return .integer(Int64(whole(attribute, turn)))
    case .decimal, .double, .float:
        return .real(Double(whole(attribute, turn)) + Double(turn % 4) / 4)
    case .boolean: return .boolean(turn % 3 == 0)
    // Days in the ten years from 2015.
    case .date: return .date(Double(441_763_200 + (turn * 397 % 3650) * 86_400))
    case .uuid: return .string(uuid(seed, number))
    case .uri: return .string("https://example.org/\(attribute.name)/\(number + 1)")
    case .binary, .transformable, .composite, .undefined: return .data([UInt8(turn % 256)])
    }
}

private func whole(_ attribute: Attribute, _ turn: Int) -> Int {
    let name = attribute.name.lowercased()
    let (least, range) =
        name.contains("year")
        ? (1950, 75)
        : name.contains("age") ? (1, 90) : (0, attribute.type == .integer16 ? 1_000 : 10_000)
    let found = least + (turn * 2_741 + 13) % range
    let lower = bound(attribute.validation.minimum) ?? .min
    let upper = bound(attribute.validation.maximum) ?? .max
    return max(lower, min(upper, found))
}

/// Returns the limit of a validation rule as an integer. Drops decimals, and clamps the limit to
/// -9e15...9e15. Returns nil if there is no limit, or if it is not a number.
private func bound(_ text: String?) -> Int? {
    text.flatMap(Double.init).flatMap { $0.isNaN ? nil : Int(min(max($0, -9e15), 9e15)) }
}

private func text(_ name: String, _ turn: Int) -> String {
    let words = name.lowercased().contains("code") ? codes : names
    return words[turn % words.count]
}

/// Returns the FNV-1a hash of a text.
private func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}

private func uuid(_ seed: UInt64, _ number: Int) -> String {
    let digits = String(seed | 1 << 63, radix: 16).uppercased()
    let first = digits.prefix(8)
    let last = String(number + 0x1000_0000_0000, radix: 16, uppercase: true)
    return "\(first)-\(digits.dropFirst(8).prefix(4))-4000-8000-\(last)"
}

private let names = [
    "Amber", "amber", "Ambrosia", "Bamberg", "Ámbar", "Birch", "birch wood", "Çınar", "Cedar",
    "Dune", "Élan", "elan", "Fjord", "Garden of Amber", "Harbour", "زيتون", "Island", "ISLAND",
    "Juniper", "Łódka", "Meadow", "O'Hara", "Straße", "Zürich lake",
]

private let codes = [
    "AB", "AC", "BA", "BB", "CA", "CX", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HU", "IE",
    "IT", "JO", "KE", "LT", "MT", "NL", "OM", "PS", "ab",
]
