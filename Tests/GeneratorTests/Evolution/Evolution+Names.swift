/// Other names, with a renaming identifier each: the first name that the thing had. A name may go
/// from one thing to another.
extension Evolution {
    mutating func renameEntities(of model: inout DrawnModel, after old: DrawnModel) {
        let gone = old.entities.filter { !model.has($0.key) }.flatMap(\.names)
        let names = (Evolution.entityNames + ["Eta", "Theta", "Iota", "Kappa"])
            .filter { !gone.contains($0) }.shuffled(using: &random)
        if names.count < model.entities.count { return }
        for index in model.entities.indices {
            let entity = model.entities[index]
            model.entities[index].name = names[index]
            model.entities[index].renamingIdentifier =
                old.has(entity.key) ? entity.names.last : nil
        }
    }

    /// - Parameter hasMoved: Whether an attribute belongs to another entity now, by which it is
    ///   found under its name only.
    mutating func renameAttributes(
        of model: inout DrawnModel,
        after old: DrawnModel,
        unless hasMoved: Bool
    ) {
        for entity in model.entities.indices {
            let key = model.entities[entity].key
            for index in model.entities[entity].attributes.indices {
                if !random.one(in: 2) || hasMoved || !old.has(key) { continue }
                let attributes = model.entities[entity].attributes
                let kept = Set(attributes.map(\.key))
                let gone = old.entity(key).attributes.filter { !kept.contains($0.key) }
                model.entities[entity].attributes[index].name = ""
                let others = Set(gone.flatMap(\.names))
                let name = self.name(for: key, in: model, besides: others)
                model.entities[entity].attributes[index] = attributes[index].renamed(name)
            }
        }
    }

    mutating func renameRelationships(of model: inout DrawnModel, after old: DrawnModel) {
        for index in model.relationships.indices where random.one(in: 2) {
            rename(\.near, ofRelationship: index, in: &model)
            let (key, far) = (model.relationships[index].key, model.relationships[index].far)
            if far.name == nil || !old.hasInverse(key) || !random.one(in: 2) { continue }
            rename(\.far, ofRelationship: index, in: &model)
        }
    }

    private mutating func rename(
        _ place: WritableKeyPath<DrawnRelationship, DrawnRelationship.Side>,
        ofRelationship index: Int,
        in model: inout DrawnModel
    ) {
        let side = model.relationships[index][keyPath: place]
        model.relationships[index][keyPath: place].name = nil
        let name = name(for: side.entity, in: model)
        model.relationships[index][keyPath: place] = side.renamed(name)
    }
}

extension DrawnEntity {
    /// The name, and what it was called before, if anything.
    fileprivate var names: [String] { [name] + (renamingIdentifier.map { [$0] } ?? []) }
}

extension DrawnAttribute {
    /// As those of an entity.
    fileprivate var names: [String] { [name] + (renamingIdentifier.map { [$0] } ?? []) }

    fileprivate func renamed(_ name: String?) -> DrawnAttribute {
        guard let name else { return self }
        return DrawnAttribute(key: key, name: name, renamingIdentifier: names.last)
    }
}

extension DrawnRelationship.Side {
    fileprivate func renamed(_ name: String?) -> Self {
        guard let name else { return self }
        var side = self
        side.renamingIdentifier = renamingIdentifier ?? self.name
        side.name = name
        return side
    }
}
