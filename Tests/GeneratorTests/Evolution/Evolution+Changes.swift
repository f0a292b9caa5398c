extension Evolution {
    /// The version after `old`, for a store that holds `records`: things go, move, change and come,
    /// and get other names. Nothing is asked of the store that it would have to refuse.
    mutating func version(after old: DrawnModel, _ records: DrawnRecords) -> DrawnModel {
        var model = old
        remove(from: &model)
        moveChild(in: &model)
        let hasMoved = moveAttribute(in: &model)
        for index in model.relationships.indices {
            change(&model.relationships[index], of: old, records)
        }
        if random.one(in: 3) { addChild(to: &model) }
        if random.one(in: 2) { renameEntities(of: &model, after: old) }
        if random.one(in: 2) {
            renameAttributes(of: &model, after: old, unless: hasMoved)
            renameRelationships(of: &model, after: old)
        }
        return model
    }

    private mutating func remove(from model: inout DrawnModel) {
        if random.one(in: 4) {
            let parents = Set(model.entities.compactMap(\.parent))
            let childless = model.entities.map(\.key).filter { !parents.contains($0) }
            if let key = childless.randomElement(using: &random), model.entities.count > 1 {
                model.entities.removeAll { $0.key == key }
                model.relationships.removeAll { $0.near.entity == key || $0.far.entity == key }
            }
        }
        if random.one(in: 4), let key = model.relationships.randomElement(using: &random)?.key {
            model.relationships.removeAll { $0.key == key }
        }
        for index in model.entities.indices where random.one(in: 6) {
            model.entities[index].attributes = []
        }
    }

    /// To another parent of the same table, with all that inherit from it.
    private mutating func moveChild(in model: inout DrawnModel) {
        guard random.one(in: 3), let index = model.children.randomElement(using: &random) else {
            return
        }
        let key = model.entities[index].key
        let family = model.family(of: key)
        let places = model.entities.map(\.key).filter {
            model.isTable(of: $0, alsoOf: key) && !family.contains($0)
        }
        var moved = model
        moved.entities[index].parent = places.randomElement(using: &random)
        if moved.hasDistinctNames { model = moved }
    }

    /// From a child to its parent.
    private mutating func moveAttribute(in model: inout DrawnModel) -> Bool {
        guard random.one(in: 3), let index = model.children.randomElement(using: &random),
            let attribute = model.entities[index].attributes.randomElement(using: &random),
            let parent = model.entities.firstIndex(where: {
                $0.key == model.entities[index].parent
            })
        else { return false }
        var moved = model
        moved.entities[index].attributes.removeAll { $0.key == attribute.key }
        moved.entities[parent].attributes.append(attribute)
        if moved.hasDistinctNames { model = moved }
        return moved.hasDistinctNames
    }

    /// A side stays to-many that leads to several in a record.
    private mutating func change(
        _ relationship: inout DrawnRelationship,
        of old: DrawnModel,
        _ records: DrawnRecords
    ) {
        let links = records.links[relationship.key] ?? []
        let isNearSingle = Set(links.map(\.near)).count == links.count
        let isFarSingle = Set(links.map(\.far)).count == links.count
        changeInverse(of: &relationship, after: old)
        if random.one(in: 3) { relationship.near.isToMany = !isNearSingle || random.one(in: 2) }
        if random.one(in: 3) { relationship.far.isToMany = !isFarSingle || random.one(in: 2) }
        if !isNearSingle { relationship.near.isToMany = true }
        if !isFarSingle { relationship.far.isToMany = true }
        if random.one(in: 3) { relationship.near.mayBeOrdered.toggle() }
        if random.one(in: 3) { relationship.far.mayBeOrdered.toggle() }
        relationship.near.rule = rule()
    }

    /// The inverse goes, or comes where there was none.
    private mutating func changeInverse(
        of relationship: inout DrawnRelationship,
        after old: DrawnModel
    ) {
        if random.one(in: 3), relationship.far.name != nil {
            if random.one(in: 2) {
                relationship.far.name = nil
            } else {
                swap(&relationship.near.rule, &relationship.far.rule)
            }
        } else if random.one(in: 3), !old.hasInverse(relationship.key) {
            relationship.far.name = "n\(key())"
            relationship.far.renamingIdentifier = nil
        }
    }

    private mutating func addChild(to model: inout DrawnModel) {
        let name = "New\(key())"
        let parent = model.entities.randomElement(using: &random)?.key
        model.entities.append(DrawnEntity(key: key(), name: name, parent: parent))
    }
}

extension DrawnModel {
    func hasInverse(_ relationship: Int) -> Bool {
        relationships.first { $0.key == relationship }?.far.name != nil
    }
}
