/// A precomputed index of a schema's entities: their positions in the array of entities, and their
/// ancestors. A model may have hundreds of entities, and each is looked up many times.
struct EntityPlaces: Sendable, Hashable {
    private(set) var byName: [String: Int] = [:]
    /// The names of all entities' parents, including parents that are not in the schema.
    private(set) var parents: Set<String> = []
    /// The positions of each entity's ancestors, nearest first. A list ends before a parent that is
    /// unknown or already in the list, and has at most ``Schema/mostAncestors`` elements.
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
            while let parent = next, met[parent] != place,
                lines[place].count < Schema.mostAncestors
            {
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
