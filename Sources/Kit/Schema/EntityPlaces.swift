/// The position of each entity in the schema's array of entities, and the ancestors of each entity.
/// Both are precomputed, because a model's hundreds of entities are looked up thousands of times.
struct EntityPlaces: Sendable, Hashable {
    private(set) var byName: [String: Int] = [:]
    /// All names that occur as an entity's parent, whether or not the schema contains the parent.
    private(set) var parents: Set<String> = []
    /// The ancestors of each entity, nearest first. A list ends before a parent that is unknown or
    /// is already in the list.
    private(set) var lines: [[Int]] = []

    init(_ entities: [Entity]) {
        byName.reserveCapacity(entities.count)
        for (place, entity) in entities.enumerated() {
            if byName[entity.name] == nil { byName[entity.name] = place }
            if let parent = entity.parent { parents.insert(parent) }
        }
        lines = Array(repeating: [], count: entities.count)
        if parents.isEmpty { return }
        let up = entities.map { entity in entity.parent.flatMap { byName[$0] } }
        // `met[i]` is the entity from which a walk up the ancestors most recently reached entity
        // `i`; -1 if no walk has reached it.
        var met = Array(repeating: -1, count: entities.count)
        for place in entities.indices {
            met[byName[entities[place].name] ?? place] = place
            var next = up[place]
            while let parent = next, met[parent] != place {
                met[parent] = place
                lines[place].append(parent)
                next = up[parent]
            }
        }
    }

    func isAncestor(_ ancestor: Int, of place: Int) -> Bool {
        let distance = lines[place].count - lines[ancestor].count
        return distance > 0 && lines[place][distance - 1] == ancestor
    }
}
