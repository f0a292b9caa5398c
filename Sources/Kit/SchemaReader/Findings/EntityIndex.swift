import Schema

/// Entities by name, for questions that are asked of every property. Of entities of one name, the
/// first.
struct EntityIndex {
    /// Maximum length of a chain of parents; no real model comes near it.
    static let deepest = 256

    /// In the order of the model.
    let names: [String]
    private let entities: [String: Entity]
    private let relationships: [String: [String: Relationship]]
    /// Names of the attributes and relationships that an entity declares itself.
    private let declared: [String: Set<String>]
    /// The entities that are their own ancestors.
    private let cyclic: Set<String>

    init(_ schema: Schema) {
        let entities = Dictionary(schema.entities.map { ($0.name, $0) }) { first, _ in first }
        self.entities = entities
        relationships = entities.mapValues { entity in
            let named = entity.relationships.map { ($0.name, $0) }
            return Dictionary(named) { first, _ in first }
        }
        declared = entities.mapValues { Set($0.propertyNames) }
        names = schema.entities.map(\.name)
        cyclic = EntityIndex.cyclic(names) { entities[$0]?.parent }
    }

    subscript(name: String) -> Entity? { entities[name] }

    /// The parents of `entity`, the nearest first; ends where a parent is unknown or comes again.
    func ancestors(of entity: Entity) -> [Entity] {
        if entity.parent == nil { return [] }
        var seen: Set = [entity.name]
        var found: [Entity] = []
        var next = entity.parent
        while let name = next, found.count < EntityIndex.deepest, seen.insert(name).inserted,
            let parent = entities[name]
        {
            found.append(parent)
            next = parent.parent
        }
        return found
    }

    /// `A → B → A` where `entity` is its own ancestor.
    func cycle(through entity: Entity) -> String? {
        guard cyclic.contains(entity.name) else { return nil }
        let names = [entity.name] + ancestors(of: entity).prefix(12).map(\.name)
        let end = entities[names.last ?? ""]?.parent == entity.name ? entity.name : "…"
        return (names + [end]).joined(separator: " → ")
    }

    /// Whether `entity` itself declares an attribute or a relationship of this name.
    func declares(_ name: String, in entity: Entity) -> Bool {
        declared[entity.name]?.contains(name) == true
    }

    /// A relationship of `entity`, its own or inherited.
    func relationship(_ name: String, of entity: Entity) -> Relationship? {
        relationships[entity.name]?[name]
            ?? ancestors(of: entity).lazy.compactMap { relationships[$0.name]?[name] }.first
    }

    /// The names of every property of `entity`, its own and inherited.
    func propertyNames(of entity: Entity) -> [String] {
        ([entity] + ancestors(of: entity)).flatMap {
            $0.propertyNames + $0.fetchedProperties.map(\.name)
        }
    }

    /// The names from which following `parent` leads back; each name is visited once.
    private static func cyclic(
        _ names: [String],
        parent: (String) -> String?
    ) -> Set<String> {
        var visits: [String: Int] = [:]
        var found: Set<String> = []
        for (round, start) in names.enumerated() {
            var next: String? = start
            while let name = next, visits[name] == nil {
                visits[name] = round
                next = parent(name)
            }
            guard let meeting = next, visits[meeting] == round else { continue }
            var member = meeting
            while found.insert(member).inserted, let following = parent(member) {
                member = following
            }
        }
        return found
    }
}
