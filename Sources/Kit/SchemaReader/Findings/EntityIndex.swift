import Schema

/// Entities by name, for questions that are asked of every property. Of entities of one name, the
/// first.
struct EntityIndex {
    private let entities: [String: Entity]

    init(_ schema: Schema) {
        entities = Dictionary(schema.entities.map { ($0.name, $0) }) { first, _ in first }
    }

    subscript(name: String) -> Entity? { entities[name] }

    var names: [String] { Array(entities.keys) }

    /// The parents of `entity`, the nearest first; ends where a parent is unknown or comes again.
    func ancestors(of entity: Entity) -> [Entity] {
        var seen: Set = [entity.name]
        var found: [Entity] = []
        var next = entity.parent
        while let name = next, seen.insert(name).inserted, let parent = entities[name] {
            found.append(parent)
            next = parent.parent
        }
        return found
    }

    /// A relationship of `entity`, its own or inherited.
    func relationship(_ name: String, of entity: Entity) -> Relationship? {
        entity.relationship(named: name)
            ?? ancestors(of: entity).lazy.compactMap { $0.relationship(named: name) }.first
    }

    /// The names of every property of `entity`, its own and inherited.
    func propertyNames(of entity: Entity) -> [String] {
        ([entity] + ancestors(of: entity)).flatMap {
            $0.propertyNames + $0.fetchedProperties.map(\.name)
        }
    }
}
