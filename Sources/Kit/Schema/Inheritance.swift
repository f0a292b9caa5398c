extension Schema {
    /// The parents of `entity`, the nearest first; ends where a parent is unknown or comes again.
    package func ancestors(of entity: Entity) -> [Entity] {
        var seen: Set = [entity.name]
        var found: [Entity] = []
        var next = entity.parent
        while let name = next, seen.insert(name).inserted, let parent = self.entity(named: name) {
            found.append(parent)
            next = parent.parent
        }
        return found
    }
}
